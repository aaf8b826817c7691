// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushKeys
import SealedPushSender
import TestSupport
import Testing

struct SealingTests {
    let mail: Correspondence
    let now = Correspondence.now

    init() throws {
        mail = try Correspondence()
    }

    // MARK: - Content

    @Test(.rules("M-26 M-27 M-42"))
    func `content loses white space and escapes that mean nothing, and is else opened as it was`()
        async throws
    {
        let json = """
             {
               "n" : [ 1.50, -0, 1e+07 , 12345678901234567890 ],
               "aps":{ "sound" : "a b" , "alert":{"body":"\\u00e9\\/ é  \\ud83d\\udc69"} },
               "" : { "z":null,"a" :true }
             }

            """
        let compact =
            #"{"n":[1.50,-0,1e+07,12345678901234567890],"aps":{"sound":"a b","#
            + #""alert":{"body":"é/ é  👩"}},"":{"z":null,"a":true}}"#
        let sealed = try await mail.seal(json)
        #expect(try mail.content(sealed) == compact)
        #expect(sealed.shortened == [])
    }

    @Test func `what the sender learns of a message is what the device finds`() async throws {
        let sealed = try await mail.seal(#"{"aps":{}}"#)
        let message = try mail.open(sealed)
        #expect(message.status == .new)
        #expect(message.claim.sender == mail.sender.identity.bytes)
        #expect(message.messageID == sealed.message.messageID)
        #expect(message.claim.expiry == sealed.expiry)
    }

    @Test(.rules("S-14")) func `statements go along as far as the size stays`() async throws {
        let texts = (0..<10).map { "statement-\($0)-" + String(repeating: "s", count: 90) }
        let entries = texts.map { SenderIdentity.Statements.Entry(text: $0, time: now) }
        let sealer = Sender(
            keys: mail.sender,
            memory: mail.memory,
            statements: SenderIdentity.Statements(entries)
        )
        let target = SealingTarget(mail.bundle, recipient: .untracked, topic: mail.topic)
        func seal(
            _ body: Int,
            _ change: (inout SealingOptions) -> Void = { _ in }
        ) async throws -> (sealed: SealedNotification, content: String) {
            var options = SealingOptions()
            options.name = "Ann"
            change(&options)
            let text = String(repeating: "x", count: body)
            let sealed = try await sealer.seal(
                sealer.prepare(
                    Array(#"{"aps":{"alert":{"body":"\#(text)"}}}"#.utf8),
                    options,
                    now: now
                ),
                for: target,
                now: now
            )
            return (sealed, try mail.content(sealed))
        }
        let small = try await seal(0) { $0.padding = .constant }
        #expect(small.sealed.statementCount == 8)
        let list = texts.suffix(8).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(small.content.hasSuffix(#""name":"Ann","statements":[\#(list)]}}"#))
        for body in stride(from: 0, through: 1500, by: 50) {
            let plain = try await mail.seal(
                #"{"aps":{"alert":{"body":"\#(String(repeating: "x", count: body))"}}}"#
            ) { $0.name = "Ann" }
            let sealed = try await seal(body).sealed
            #expect(sealed.payload.count == plain.payload.count)
        }
        #expect(try await seal(100) { $0.padding = .none }.sealed.statementCount == 0)
        // A text is not shortened for them, and they take what a cut has left.
        let cut = try await seal(2000) { $0.shortening = [.body] }
        #expect(cut.sealed.statementCount == 0 && cut.sealed.shortened == [.body])
    }

    @Test func `options tell the device who sends`() async throws {
        let sealed = try await mail.seal(#"{"aps":{"alert":{"title":"{sender}"}}}"#) { options in
            options.from = "ann-7"
            options.name = "Ann \"A\""
            options.template = [.body, .title]
        }
        #expect(
            try mail.content(sealed)
                == #"{"aps":{"alert":{"title":"{sender}"}},"sealedpush":"#
                + #"{"from":"ann-7","name":"Ann \"A\"","template":["title","body"]}}"#
        )
        let fields = try #require(try mail.open(sealed).payload.fields)
        #expect(fields.from == "ann-7")
        #expect(fields.name == "Ann \"A\"")
        #expect(fields.template == [.title, .body])
    }

    @Test(.rules("M-31 M-32 M-33 C-1"))
    func `the push service sees the placeholder, and nothing of the content`() async throws {
        let word = "Zebrafink"
        let sealed = try await mail.seal(#"{"aps":{"alert":"\#(word)","badge":7},"k":"\#(word)"}"#)
        { options in
            options.from = word
            options.name = word
            options.collapseKey = word
        }
        let json = String(decoding: sealed.payload, as: UTF8.self)
        let start = #"{"aps":{"alert":{"body":"New notification"},"mutable-content":1},"#
        #expect(json.hasPrefix(start + #""encrypted-content":""#))
        #expect(!json.contains(word))
        #expect(!sealed.headers.fields.contains { $0.value.contains(word) })
    }

    /// Placeholders and what the system is given to show.
    static let placeholders: [(placeholder: Placeholder, alert: String)] = [
        (.text(body: "Neu \"é\""), #"{"body":"Neu \"é\""}"#),
        (.text(title: "App", body: "x"), #"{"title":"App","body":"x"}"#),
        (.text(title: "App", body: ""), #"{"title":"App"}"#),
        (.localized(bodyKey: "NEW"), #"{"loc-key":"NEW"}"#),
        (
            .localized(
                titleKey: "T",
                titleArguments: ["1"],
                bodyKey: "NEW",
                bodyArguments: ["a", "b"]
            ),
            #"{"title-loc-key":"T","title-loc-args":["1"],"loc-key":"NEW","loc-args":["a","b"]}"#
        ),
    ]

    @Test(arguments: placeholders)
    func `a placeholder is shown as text or by key`(
        placeholder: Placeholder,
        alert: String
    ) async throws {
        let sealed = try await mail.seal(#"{"aps":{}}"#) { $0.placeholder = placeholder }
        let outer = try OuterPayload(reading: sealed.payload)
        #expect(
            outer.document.root["aps"]?["alert"].map { String(decoding: $0.bytes, as: UTF8.self) }
                == alert
        )
        #expect(try mail.content(sealed) == #"{"aps":{}}"#)
    }

    // MARK: - Headers

    @Test func `headers say what the push service has to know`() async throws {
        let sealed = try await mail.seal(#"{"aps":{}}"#)
        #expect(sealed.headers.topic == "com.example.app")
        #expect(sealed.headers.pushType == "alert")
        #expect(sealed.headers.priority == .immediate)
        #expect(sealed.headers.expiration == 1_750_086_400)
        #expect(
            sealed.headers.fields.map(\.name) == [
                "apns-topic", "apns-push-type", "apns-priority", "apns-expiration",
                "apns-collapse-id",
            ]
        )
        #expect(
            sealed.headers.fields.map(\.value) == [
                "com.example.app", "alert", "10", "1750086400", sealed.headers.collapseID,
            ]
        )
    }

    @Test(.rules("M-25 M-40 T-15")) func `a call has a topic and a type of its own`() async throws {
        let sealed = try await mail.seal(#"{"aps":{}}"#) { $0.kind = .voip }
        #expect(sealed.headers.topic == "com.example.app.voip")
        #expect(sealed.headers.pushType == "voip")
        #expect(try mail.content(sealed) == #"{"aps":{}}"#)
    }

    @Test(arguments: [
        (PushPriority.immediate, "10"), (.conserving, "5"), (.passive, "1"),
    ])
    func `the priority is the caller's`(
        priority: PushPriority,
        value: String
    ) async throws {
        let sealed = try await mail.seal(#"{"aps":{}}"#) { $0.priority = priority }
        #expect(sealed.headers.fields.contains { $0 == ("apns-priority", value) })
    }

    @Test(
        .rules("S-10 S-11"),
        arguments: [
            (UInt64(0), UInt32(1), UInt64(1_750_000_001)), (999, 1, 1_750_000_001),
            (1000, 1, 1_750_000_002), (999, 2_592_000, 1_752_592_000),
        ]
    )
    func `the expiration is that of the message, in whole seconds and never later`(
        milliseconds: UInt64,
        timeToLive: UInt32,
        expiration: UInt64
    ) async throws {
        let now = Timestamp(clamping: now.milliseconds + milliseconds)
        let sealed = try await mail.seal(#"{"aps":{}}"#, at: now) { options in
            options.timeToLive = TimeToLive(seconds: timeToLive) ?? .day
        }
        #expect(sealed.headers.expiration == expiration)
        #expect(!sealed.isExpiryClamped)
    }

    @Test(.rules("S-10 S-11"))
    func `a prekey that ends sooner ends the message, and that is reported`() async throws {
        let end = Timestamp(clamping: now.milliseconds + 5_999)
        let bundle = try mail.device.bundle(mail.device.record(notAfter: end))
        let sealed = try await mail.seal(#"{"aps":{}}"#, to: bundle)
        #expect(sealed.isExpiryClamped)
        #expect(sealed.expiry == end)
        #expect(sealed.headers.expiration == 1_750_000_005)
    }

    @Test func `a message of no key replaces nothing`() async throws {
        let first = try await mail.seal(#"{"aps":{}}"#)
        let second = try await mail.seal(#"{"aps":{}}"#)
        #expect(first.headers.collapseID == Base64URL.encode(first.message.messageID.bytes.span))
        #expect(first.headers.collapseID != second.headers.collapseID)
    }

    @Test func `messages of one key replace each other, on one device and of one sender`()
        async throws
    {
        let key = String(repeating: "chat \u{1F469} ", count: 500)
        let first = try await mail.seal(#"{"aps":{}}"#) { $0.collapseKey = key }
        let second = try await mail.seal(#"{"aps":{}}"#) { $0.collapseKey = key }
        let other = try await mail.seal(#"{"aps":{}}"#) { $0.collapseKey = "" }
        let stranger = try Correspondence()
        let elsewhere = try await mail.seal(#"{"aps":{}}"#, to: stranger.bundle) {
            $0.collapseKey = key
        }
        let another = try await stranger.seal(#"{"aps":{}}"#, to: mail.bundle) {
            $0.collapseKey = key
        }
        let ids = [first, other, elsewhere, another].map(\.headers.collapseID)
        #expect(second.headers.collapseID == ids[0])
        #expect(Set(ids).count == 4)
        #expect(ids.allSatisfy { $0.utf8.count == 22 })
    }

    // MARK: - One-time prekeys

    @Test(.rules("S-5 S-6 S-7"))
    func `a one-time prekey is used once, then the reusable one serves`() async throws {
        let once = try [
            mail.device.record(class: .oneTime),
            mail.device.record(class: .oneTime),
        ]
        let reusable = try mail.device.record()
        let bundle = try mail.device.bundle(reusable, once[0], once[1])
        var used: [PrekeyRecord.ID] = []
        var classes: [PrekeyRecord.Class] = []
        for _ in 0..<4 {
            let sealed = try await mail.seal(#"{"aps":{}}"#, to: bundle)
            used.append(sealed.message.prekeyID)
            classes.append(sealed.message.prekeyClass)
            #expect(try mail.content(sealed) == #"{"aps":{}}"#)
        }
        #expect(used == [once[0].id, once[1].id, reusable.id, reusable.id])
        #expect(classes == [.oneTime, .oneTime, .reusable, .reusable])
    }

    @Test(.rules("S-5 S-6 S-7"))
    func `a bundle with none but used one-time prekeys has none that serves`() async throws {
        let bundle = try mail.device.bundle(mail.device.record(class: .oneTime))
        _ = try await mail.seal(#"{"aps":{}}"#, to: bundle)
        await #expect(throws: SealingError.noPrekey) {
            try await mail.seal(#"{"aps":{}}"#, to: bundle, recipient: .named("Bob"))
        }
        #expect(try await mail.memory.devices(of: "Bob") == RecipientDevices())
    }

    // MARK: - Printing

    @Test func `neither options nor a target nor a recipient print what they hold`() throws {
        var options = SealingOptions()
        options.name = "Zebrafink"
        let recipient = Recipient.named("Zebrafink")
        let target = SealingTarget(mail.bundle, recipient: recipient, topic: mail.topic)
        for value in [options, target, recipient] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!(dumped + "\(value)" + String(reflecting: value)).contains("Zebrafink"))
        }
    }
}
