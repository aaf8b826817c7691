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
