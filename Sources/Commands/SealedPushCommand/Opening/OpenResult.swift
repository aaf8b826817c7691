// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushReceiver

/// What `open` prints of one push.
struct OpenResult {
    /// Where the command ends otherwise than with success.
    let error: CommandError?
    private let status: String
    private let content: NotificationContent
    /// The whole payload as it was sealed; nil if nothing was opened.
    private let payload: JSONDocument?
    private let sender: Sender?
    private let messageID: MessageID?
    /// How often it was tried to show an unfinished message.
    private let attempts: Int?

    fileprivate struct Sender {
        let identity: String
        let name: String
        let trust: String
    }

    /// A push that was received, with or without success.
    init(_ received: ReceivedNotification, payload: [UInt8], attempts: Int? = nil) {
        self.attempts = attempts
        switch received.outcome {
        case .opened:
            status = "opened"
            error = nil
        case .recovered:
            status = "recovered"
            error = nil
        case .deferred:
            status = "deferred"
            error = nil
        case .failed(let reason):
            status = "placeholder"
            error = Self.error(reason, payload: payload)
        }
        content = received.content
        self.payload = received.message?.payload.document
        sender = Sender(of: received)
        messageID = received.message?.messageID ?? Self.messageID(in: payload)
    }

    /// Why it failed; of a payload that is none its reader knows more than its class.
    private static func error(_ reason: ReceiverError, payload: [UInt8]) -> CommandError {
        guard reason == .refused(.malformedPayload) else { return CommandError(reason) }
        do throws(OuterPayloadError) {
            _ = try OuterPayload(reading: payload)
            return CommandError(reason)
        } catch {
            return CommandError(error)
        }
    }

    /// A push that the device could not look at.
    init(failed error: CommandError, payload: [UInt8]) {
        self.error = error
        attempts = nil
        status = "placeholder"
        content = DisplayRules().placeholder
        sender = nil
        self.payload = nil
        messageID = Self.messageID(in: payload)
    }

    /// One object; its members are part of the command's interface.
    var json: [UInt8] {
        JSONWriter.object(pretty: true) { object in
            object.add("status", status)
            if let attempts { object.add("attempts", attempts) }
            if let error { object.add("error", error.name) }
            object.object("notification") { content.write(to: &$0) }
            if let payload {
                object.add("payload", payload.root)
            } else {
                object.null("payload")
            }
            if let sender {
                object.object("sender") { object in
                    object.add("identity", sender.identity)
                    object.add("name", sender.name)
                    object.add("trust", sender.trust)
                }
            } else {
                object.null("sender")
            }
            object.add("messageID", messageID?.description)
        }
    }

    /// What the envelope calls itself by, whether it could be opened or not.
    private static func messageID(in payload: [UInt8]) -> MessageID? {
        guard let outer = try? OuterPayload(reading: payload) else { return nil }
        return (try? Envelope(text: outer.encryptedContent.span))?.messageID
    }
}

extension OpenResult.Sender {
    fileprivate init?(of received: ReceivedNotification) {
        guard let message = received.message, let name = received.senderName,
            let identity = try? SenderIdentity(reading: message.claim.sender.span)
        else { return nil }
        self.identity = identity.text
        self.name = name
        trust = message.contactStatus?.word ?? "unknown"
    }
}
