// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCoding
import SealedPushSender

/// One payload, and the recipients whose devices are to get it, as a backend asks for it.
///
/// ```json
/// {"to": ["4711"], "payload": {"aps": {"alert": "Hi"}}, "ttl": 3600, "urgency": "high",
///  "collapse": "chat-7", "from": "0815", "shorten": ["body"]}
/// ```
///
/// All but `to` and `payload` may be left out.
struct MessageRequest: Hashable, Sendable {
    /// The recipients, each once, in the order of the request.
    let recipients: [RecipientCode]
    /// What is sealed.
    let payload: Payload
    /// How long the message may take to arrive.
    let timeToLive: TimeToLive
    /// Whether it goes before others and wakes the device.
    let isUrgent: Bool
    /// What messages share that replace each other.
    let collapseKey: String?
    /// The sender's code, which a device resolves to a contact's name.
    let from: String?
    /// The alert fields that may be shortened, in this order.
    let shortening: [Payload.AlertField]

    /// The most recipients of a message.
    static let recipientLimit = 500
    /// The most bytes of a request that is read: two bytes of JSON may stand for one of content.
    static let byteLimit = 64 << 10

    /// What the backend should know of the payload.
    var notes: [Payload.Note] { options.notes(on: payload) }

    /// The options of the sealed message.
    var options: SealingOptions {
        var options = SealingOptions()
        options.timeToLive = timeToLive
        options.from = from
        options.collapseKey = collapseKey
        options.shortening = shortening
        options.priority = isUrgent ? .immediate : .conserving
        return options
    }

    private static let members: Set = [
        "to", "payload", "ttl", "urgency", "collapse", "from", "shorten",
    ]

    /// Reads a request.
    ///
    /// - Throws: ``MessageRequestError``.
    init(reading bytes: [UInt8]) throws(MessageRequestError) {
        guard bytes.count <= Self.byteLimit else { throw .notAnObject }
        let document: JSONDocument
        do {
            document = try JSONDocument(mending: bytes)
        } catch {
            throw .json(error)
        }
        let root = document.root
        let content = root["payload"]
        // Elsewhere, codes that were cut would become the same one (S-9).
        let half = document.halves.first { content?.bytes.indices.contains($0) != true }
        if let half { throw .json(.loneSurrogate(at: half)) }
        guard let members = root.members else { throw .notAnObject }
        guard members.allSatisfy({ Self.members.contains($0.key) }) else { throw .unknownMember }
        recipients = try Self.recipients(root["to"])
        guard let content else { throw .payload(.notAnObject) }
        do throws(SealingError) {
            self.payload = try Payload(reading: content)
        } catch {
            throw .payload(error)
        }
        timeToLive = try Self.timeToLive(root["ttl"])
        isUrgent = try Self.isUrgent(root["urgency"])
        collapseKey = try Self.text(root["collapse"], or: .wrongCollapse)
        from = try Self.text(root["from"], or: .wrongFrom)
        shortening = try Self.fields(root["shorten"])
    }

    private static func recipients(
        _ value: JSONValue?
    ) throws(MessageRequestError) -> [RecipientCode] {
        guard let values = value?.elements, !values.isEmpty else { throw .noRecipients }
        guard values.count <= recipientLimit else { throw .tooManyRecipients }
        var codes: [RecipientCode] = []
        var seen: Set<[UInt8]> = []
        for value in values {
            guard let code = value.string.flatMap(RecipientCode.init) else { throw .wrongRecipient }
            if seen.insert(Array(code.text.utf8)).inserted { codes.append(code) }
        }
        return codes
    }

    private static func timeToLive(_ value: JSONValue?) throws(MessageRequestError) -> TimeToLive {
        guard let value else { return .day }
        guard let seconds = value.integer.flatMap({ UInt32(exactly: $0) }),
            let timeToLive = TimeToLive(seconds: seconds)
        else { throw .wrongLifetime }
        return timeToLive
    }

    private static func isUrgent(_ value: JSONValue?) throws(MessageRequestError) -> Bool {
        guard let value else { return true }
        switch value.string {
        case "normal", "high": return true
        case "low", "very-low": return false
        default: throw .wrongUrgency
        }
    }

    private static func text(
        _ value: JSONValue?,
        or error: MessageRequestError
    ) throws(MessageRequestError) -> String? {
        guard let value else { return nil }
        guard let code = value.string.flatMap(RecipientCode.init) else { throw error }
        return code.text
    }

    private static func fields(_ value: JSONValue?) throws(MessageRequestError) -> [Payload
        .AlertField]
    {
        guard let value else { return [] }
        guard let values = value.elements else { throw .wrongShortening }
        var fields: [Payload.AlertField] = []
        for value in values {
            guard let field = value.string.flatMap(Payload.AlertField.init(rawValue:)),
                !fields.contains(field)
            else { throw .wrongShortening }
            fields.append(field)
        }
        return fields
    }
}

extension MessageRequest: Redacted {}

/// Why a request for a message is refused before anything is kept; no case holds content.
enum MessageRequestError: Error, Hashable {
    /// It is no JSON.
    case json(JSONError)
    /// It is no JSON object of at most 64 KiB.
    case notAnObject
    /// It has a member that is none of those that are known.
    case unknownMember
    /// `to` is no list, or an empty one.
    case noRecipients
    /// `to` names more than 500 recipients.
    case tooManyRecipients
    /// A recipient's code is not 1 to 64 bytes without control characters.
    case wrongRecipient
    /// The payload is none, or has a member that only the sidecar sets.
    case payload(SealingError)
    /// `ttl` is not 1 to 2,592,000 seconds.
    case wrongLifetime
    /// `urgency` is none of the four words of RFC 8030.
    case wrongUrgency
    /// `collapse` is not 1 to 64 bytes without control characters.
    case wrongCollapse
    /// `from` is not 1 to 64 bytes without control characters.
    case wrongFrom
    /// `shorten` is no list of different fields of an alert.
    case wrongShortening
}

extension MessageRequestError: ExplainedError {
    /// What is wrong.
    var message: String {
        switch self {
        case .json(let error):
            "the request is not JSON as APNs takes it: \(error.message)"
                + (error.remedy.map { "; \($0)" } ?? "")
        case .notAnObject: "the request is no JSON object of at most 64 KiB"
        case .unknownMember:
            "the request has a member other than to, payload, ttl, urgency, collapse, from, shorten"
        case .noRecipients: "'to' is no list of recipients"
        case .tooManyRecipients: "'to' names more than 500 recipients"
        case .wrongRecipient: "a recipient in 'to' is not 1 to 64 bytes without control characters"
        case .payload(let error): error.message
        case .wrongLifetime: "'ttl' is not 1 to 2592000 seconds"
        case .wrongUrgency: "'urgency' is none of very-low, low, normal, high"
        case .wrongCollapse: "'collapse' is not 1 to 64 bytes without control characters"
        case .wrongFrom: "'from' is not 1 to 64 bytes without control characters"
        case .wrongShortening: "'shorten' is no list of title, subtitle, body"
        }
    }
}
