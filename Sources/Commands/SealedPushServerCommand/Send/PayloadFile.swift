// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushAPNs

/// A file with the payload of a push: a JSON object, or an `.apns` file as Apple's simulator takes
/// it.
struct PayloadFile {
    private static let topicKey = "Simulator Target Bundle"

    /// What is sent: the file without the white space at its end, and without what is meant for the
    /// simulator.
    let document: JSONDocument
    /// The topic that an `.apns` file names.
    let topic: String?

    init(_ file: InputFile) throws(CommandError) {
        try self.init(file.read("payload", tooLarge: .notAuthentic))
    }

    init(_ bytes: [UInt8]) throws(CommandError) {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        let end = bytes.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? 0
        let whole: JSONDocument
        do throws(JSONError) {
            whole = try JSONDocument(reading: Array(bytes[..<end]))
        } catch {
            throw Self.malformed("the payload is not JSON: \(error.message)", hint: error.remedy)
        }
        guard whole.root.kind == .object else {
            throw Self.malformed("the payload is not a JSON object")
        }
        guard whole.root["aps"] != nil || whole.root["payload"]?.kind != .object else {
            throw Self.malformed(
                "this is no payload, but a line that has one in its member 'payload'",
                hint: "--tokens sends such lines, as 'sealedpush seal' prints them"
            )
        }
        guard let bundle = whole.root[Self.topicKey] else {
            (document, topic) = (whole, nil)
            return
        }
        guard let name = bundle.string,
            let rest = try? whole.removing(Self.topicKey, from: whole.root)
        else { throw Self.malformed("'\(Self.topicKey)' of the payload is not a string") }
        (document, topic) = (rest, name)
    }

    private static func malformed(_ message: String, hint: String? = nil) -> CommandError {
        CommandError(.notAuthentic, name: "malformedPayload", message, hint: hint)
    }

    /// The type of push that it makes sense as: one that only wakes the app is a background push.
    var type: APNsPushType { document.onlyWakesApp ? .background : .alert }

    /// What its sender should know: without `aps` APNs takes it, and no device shows anything.
    func note(as type: APNsPushType) -> String? {
        guard document.root["aps"]?.kind != .object, type == .alert || type == .background else {
            return nil
        }
        return "the payload has no object 'aps', so nothing of it is shown and no app is woken"
    }
}

/// A file with the headers of a push, one `name: value` a line, as `sealedpush seal --headers`
/// writes it.
struct HeaderFile {
    /// The headers that mean something to APNs.
    private static let names: Set<String> = [
        "apns-topic", "apns-push-type", "apns-priority", "apns-expiration", "apns-collapse-id",
        "apns-id",
    ]

    private var values: [String: String] = [:]

    /// No headers.
    init() {}

    /// The headers of a line that `sealedpush seal` prints; nil where it is no object, or one is
    /// none of APNs'.
    init?(_ object: JSONValue) {
        guard let members = object.members else { return nil }
        for (name, value) in members {
            guard Self.names.contains(name), let value = value.string else { return nil }
            values[name] = value
        }
    }

    init(_ file: InputFile) throws(CommandError) {
        for (number, bytes) in try file.lines("file of headers") {
            let line = String(decoding: bytes, as: UTF8.self)
            guard let colon = line.firstIndex(of: ":") else { throw Self.wrong(number) }
            let name = String(line[..<colon]).lowercased()
            let value = line[line.index(after: colon)...]
                .drop { $0 == " " || $0 == "\t" }
                .reversed().drop { $0.isWhitespace }.reversed()
            guard Self.names.contains(name), values[name] == nil else { throw Self.wrong(number) }
            values[name] = String(value)
        }
    }

    /// The value of a header, nil where it is not there.
    subscript(name: String) -> String? { values[name] }

    private static func wrong(_ number: Int) -> CommandError {
        .usage(
            "line \(number) of the headers is none",
            hint: "each is one of APNs', once: 'apns-topic: com.example.app'"
        )
    }
}
