// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

struct AttachmentReferenceTests {
    static let url = "https://files.example.com/7f3a"
    static let digest = [UInt8](repeating: 7, count: 32)

    /// The members of a reference that serves, as JSON values.
    static let members = [
        "url": #""https://files.example.com/7f3a""#,
        "key": #""AAECAwQFBgcICQoLDA0ODw""#,
        "sha256": #""BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc""#,
        "size": "1038",
        "type": #""image/jpeg""#,
    ]

    static func json(_ changes: [String: String?] = [:]) -> String {
        var members = members
        for (name, value) in changes { members[name] = value }
        return "{"
            + members.sorted { $0.key < $1.key }.map { #""\#($0)":\#($1)"# }
            .joined(separator: ",") + "}"
    }

    static func opened(_ attachments: String) throws -> ToolkitFields {
        let json = #"{"aps":{},"sealedpush":{"from":"a","attachments":\#(attachments)}}"#
        return try #require(try Payload(opened: [UInt8](json.utf8)).fields)
    }

    @Test(.rules("A-6"))
    func `a reference is written in the order of the table and read again`() throws {
        let reference = try AttachmentReference(readingWithKey: Array(Self.json().utf8))
        #expect(reference.url == Self.url)
        #expect(try reference.key == AttachmentKey(copying: [UInt8](0..<16).span))
        #expect(reference.sha256 == Self.digest)
        #expect(reference.size == 1038)
        #expect(reference.type == .jpeg)
        #expect(
            String(decoding: reference.jsonWithKey, as: UTF8.self)
                == #"{"url":\#(Self.members["url"] ?? ""),"key":"AAECAwQFBgcICQoLDA0ODw","#
                + #""sha256":"BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc","size":1038,"#
                + #""type":"image/jpeg"}"#
        )
        #expect(try AttachmentReference(readingWithKey: reference.jsonWithKey) == reference)
    }

    @Test func `fields carry references through a payload`() throws {
        let reference = try AttachmentReference(readingWithKey: Array(Self.json().utf8))
        let payload = try Payload(reading: Array(#"{"aps":{"alert":"x"}}"#.utf8))
            .adding(ToolkitFields(attachments: [reference, reference]))
        #expect(
            String(decoding: payload.bytes, as: UTF8.self).hasPrefix(
                #"{"aps":{"alert":"x"},"sealedpush":{"attachments":[{"url":"#
            )
        )
        let fields = try Payload(opened: payload.bytes).fields
        #expect(fields?.attachments == [reference, reference])
        #expect(fields?.refusedAttachments == [])
    }

    @Test(
        .rules("A-1 A-2 A-3 A-7 A-8 C-10"),
        arguments: [
            ("url", nil, AttachmentError.malformedReference),
            ("url", "7", .malformedReference),
            ("url", #""http://files.example.com/7f3a""#, .malformedReference),
            ("key", nil, .malformedReference),
            ("key", #""AAECAwQFBgcICQoLDA0OD""#, .malformedReference),
            ("key", #""AAECAwQFBgcICQoLDA0ODx""#, .malformedReference),
            ("key", #""AAECAwQFBgcICQoLDA0O""#, .malformedReference),
            ("key", #""AAECAwQFBgcICQoLDA0ODw==""#, .malformedReference),
            ("key", #""AAECAwQFBgcICQoLDA0ODxA""#, .malformedReference),
            ("sha256", nil, .malformedReference),
            ("sha256", #""AAECAwQFBgcICQoLDA0ODw""#, .malformedReference),
            ("size", nil, .malformedReference),
            ("size", #""1038""#, .malformedReference),
            ("size", "1038.5", .malformedReference),
            ("size", "1e1", .malformedReference),
            ("size", "1038.0", nil),
            ("size", "1e3", nil),
            ("size", "99999999999999999999", .malformedReference),
            ("size", "-1", .malformedReference),
            ("size", "38", .malformedReference),
            ("size", "39", nil),
            ("size", "10488518", nil),
            ("size", "10488519", .tooLarge),
            ("type", nil, .malformedReference),
            ("type", "null", .malformedReference),
            ("type", #""IMAGE/JPEG""#, .malformedReference),
            ("type", #""public.jpeg""#, .malformedReference),
            ("type", #""image/heic""#, .malformedReference),
            ("later", "1", nil),
        ] as [(String, String?, AttachmentError?)]
    )
    func `a reference that is wrong is dropped, the text and the others stay`(
        _ member: String,
        _ value: String?,
        _ expected: AttachmentError?
    ) throws {
        let wrong = Self.json([member: value])
        let fields = try Self.opened("[\(Self.json()),\(wrong),\(Self.json())]")
        #expect(fields.from == "a")
        #expect(fields.attachments.count == (expected == nil ? 3 : 2))
        #expect(fields.refusedAttachments == (expected.map { [$0] } ?? []))
    }

    @Test(
        .rules("A-7 A-8"),
        arguments: [("url", "7"), ("key", "1"), ("sha256", #""x""#), ("type", #""x""#)]
    )
    func `a reference that is malformed and too large is malformed`(
        _ member: String,
        _ value: String
    ) throws {
        let wrong = Self.json(["size": "10488519", member: value])
        #expect(try Self.opened("[\(wrong)]").refusedAttachments == [.malformedReference])
    }

    @Test(.rules("M-34 M-35 A-7 A-8"), arguments: ["7", "null", "{}", #""x""#])
    func `a list that is no array is one malformed reference`(_ value: String) throws {
        let fields = try Self.opened(value)
        #expect(fields.attachments == [] && fields.refusedAttachments == [.malformedReference])
    }

    @Test(.rules("A-7 A-8"), arguments: ["7", "null", "[]", #""x""#])
    func `an entry that is no object is malformed`(_ entry: String) throws {
        let fields = try Self.opened("[\(entry),\(Self.json())]")
        #expect(fields.attachments.count == 1)
        #expect(fields.refusedAttachments == [.malformedReference])
    }

    @Test(.rules("A-7 A-8"))
    func `what stands behind the tenth is too large, whatever it is`() throws {
        let ten = Array(repeating: Self.json(), count: 10)
        #expect(try Self.opened("[\(ten.joined(separator: ","))]").refusedAttachments == [])
        let more = try Self.opened("[\((["1"] + ten + ["7"]).joined(separator: ","))]")
        #expect(more.attachments.count == 9)
        #expect(more.refusedAttachments == [.malformedReference, .tooLarge, .tooLarge])
    }

    @Test(.rules("A-7 A-8"))
    func `what there is no room for beside the others is too large, what is smaller is not`()
        throws
    {
        let film = Self.json(["size": "\(40 << 20)", "type": #""video/mp4""#])
        let rest = Self.json(["size": "\(24 << 20)", "type": #""video/mp4""#])
        let smallest = Self.json(["size": "39"])
        let fields = try Self.opened(
            "[\([film, film, rest, smallest].joined(separator: ","))]"
        )
        #expect(fields.attachments.map(\.size) == [40 << 20, 24 << 20])
        #expect(fields.refusedAttachments == [.tooLarge, .tooLarge])
        // What is refused for itself takes no room.
        let wrong = Self.json(["size": "\(40 << 20)", "type": #""video/mp4""#, "url": "7"])
        let others = try Self.opened("[\([wrong, film, smallest].joined(separator: ","))]")
        #expect(others.attachments.map(\.size) == [40 << 20, 39])
        #expect(others.refusedAttachments == [.malformedReference])
    }

    @Test(
        .rules("A-1 A-2 A-3"),
        arguments: [
            "https://a", "https://a/",
            "https://a.example:8443/b/c?d=e&f=%20#".dropLast().description,
            "https://192.0.2.1/x", "https://a?b", "https://a-b_c~d/(e)!*';:@$+,",
        ]
    )
    func `a URL that is fetched`(_ url: String) throws {
        #expect(try reference(at: url).url == url)
    }

    @Test(
        .rules("A-1 A-2 A-3"),
        arguments: [
            "", "https", "https://", "https:///x", "https://?x", "https://:443/", "HTTPS://a/",
            "http://a/", "file:///etc/passwd", "ftp://a/", "data:,x", "//a/b", "a/b",
            "https://user@a/", "https://user:pass@a/", "https://a:b/", "https://a:0/",
            "https://a:/",
            "https://a:65536/", "https://a:1:2/", "https://a/#b", "https://a/ b", "https://a/\n",
            "https://a/\u{0}", "https://ä/", "https://a/ä", "https://a/%", "https://a/%2",
            "https://a/%zz", "https://a/%%20", "https://[::1]/", "https://a/\"", "https://a/<b>",
            "https://a\\b/", "https://a/{b}", "https://a/|", "https://a/^", "https://a/`",
            " https://a/", "https://a:+1/",
        ]
    )
    func `a URL that is refused`(_ url: String) {
        #expect(throws: AttachmentError.malformedReference) { try reference(at: url) }
    }

    private func reference(at url: String) throws(AttachmentError) -> AttachmentReference {
        try AttachmentReference(
            url: url,
            key: AttachmentKey(),
            sha256: Self.digest,
            size: 1038,
            type: .jpeg
        )
    }

    @Test func `neither key nor URL is printed`() throws {
        let key = try AttachmentKey(copying: [UInt8](repeating: 0xAB, count: 16).span)
        let reference = try AttachmentReference(
            url: Self.url,
            key: key,
            sha256: Self.digest,
            size: 1038,
            type: .jpeg
        )
        let fields = ToolkitFields(attachments: [reference])
        var dumped = ""
        dump((key, reference, fields), to: &dumped)
        let text = "\(key) \(reference) \(fields) \([reference]) \(dumped)".lowercased()
        for secret in ["171", "0xab", "abab", "q6ur", "example"] { #expect(!text.contains(secret)) }
    }

    @Test func `keys of other lengths are none, and two keys differ`() {
        #expect(throws: CryptoError.wrongLength(expected: 16, got: 15)) {
            try AttachmentKey(copying: [UInt8](0..<15).span)
        }
        #expect(AttachmentKey() != AttachmentKey())
    }
}
