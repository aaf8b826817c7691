// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import MessageTestSupport
import SealedPush
import SealedPushKeys
import SealedPushSender
import SealedPushStore
import TestSupport
import Testing

/// What a party does with keys that it has or has stolen, beyond what the commands do for it.
extension Workplace {
    /// The keys of the sender in a store.
    func keys(of store: String) throws -> SenderKeys {
        try SenderIdentities.load(from: RecordStore.open(at: path(store), key: .folder))
    }

    func identity(of store: String) throws -> String { try keys(of: store).identity.text }

    /// A succession from the sender of one store to that of another, also to a known one.
    func succession(from old: String, to new: String) throws -> String {
        try SenderIdentity.Succession(
            from: keys(of: old).signingKey,
            to: keys(of: new).signingKey
        ).text
    }

    func revocation(of store: String) throws -> String {
        try SenderIdentity.Revocation(signing: keys(of: store).signingKey).text
    }

    /// Applies statements to the phone, one after the other.
    @discardableResult
    func apply(_ statements: String...) throws -> Transcript {
        try run(["statement", "apply", "--store", "@phone"], input: lines(statements))
    }

    private func lines(_ texts: [String]) -> String { texts.joined(separator: "\n") }

    /// Seals a message by the sender of a store under the code `ann-7`, with statements in it, and
    /// opens it on the phone.
    func send(
        from store: String,
        code: String = "ann-7",
        with statements: [String] = [],
        sound: String = "null",
        files: String = "[]",
        _ options: String...
    ) throws -> Transcript {
        let list = JSONWriter.array { list in for text in statements { list.add(text) } }
        let content = """
            {"aps":{"alert":{"body":"Send money"},"sound":\(sound)},"sealedpush":\
            {"from":"\(code)","attachments":\(files),"statements":\(String(decoding: list, as: UTF8.self))}}
            """
        let bundle = try DeviceBundle(text: text("phone.bundle"))
        let record = try #require(bundle.records.first)
        let topic = try #require(Topic(Self.topic))
        var message = try RawMessage(
            content,
            from: keys(of: store),
            to: record,
            of: bundle.device,
            topic: topic,
            created: TimeOfTest.now
        )
        message.messageID = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        message.info = RawMessage.info(
            topic: topic.text,
            device: bundle.device.bytes,
            record: record,
            messageID: message.messageID
        )
        let envelope = Base64URL.encode(message.envelope(to: record).span)
        try write(#"{"aps":{"mutable-content":1},"encrypted-content":"\#(envelope)"}"#, to: "push")
        return try run(["open", "--store", "@phone", "@push"] + options)
    }

    /// The title that the phone shows of such a message.
    func title(from store: String, code: String = "ann-7", with statements: [String] = []) throws
        -> String?
    {
        try send(from: store, code: code, with: statements).string("notification", "title")
    }

    /// What the phone says of the sender of a store.
    func trust(of store: String) throws -> String? {
        try contact("show", store, ["--json"]).string("trust")
    }

    @discardableResult
    func contact(_ verb: String, _ store: String, _ options: [String] = []) throws -> Transcript {
        let identity = try identity(of: store)
        return try run(["contact", verb, "--store", "@phone", "--identity", identity] + options)
    }

    /// Compares the numbers of the sender of a store and the phone.
    func verify(_ store: String) throws {
        let number = try contact("number", store).text.prefix { $0 != "\n" }
        let run = try contact("verify", store, ["--number", String(number)])
        try #require(run.status == 0, "\(run.errors)")
    }
}
