// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushSidecar

struct MessageRequestTests {
    @Test func `a request says to whom, what, and how`() throws {
        let request = try MessageRequest(
            reading: Array(
                #"""
                {"to":["4711","0815","4711"],"payload":{"aps":{"alert":{"body":"Hi"}}},"ttl":60,
                "urgency":"low","collapse":"chat","from":"77","shorten":["body","title"]}
                """#.utf8
            )
        )
        #expect(request.recipients.map(\.text) == ["4711", "0815"])
        #expect(request.timeToLive.seconds == 60)
        #expect(!request.isUrgent)
        #expect(request.collapseKey == "chat")
        #expect(request.from == "77")
        #expect(request.shortening == [.body, .title])
    }

    @Test func `what is left out is a day, urgent, and collapses with nothing`() throws {
        let request = try MessageRequest(reading: Array(#"{"to":["1"],"payload":{"aps":{}}}"#.utf8))
        #expect(request.timeToLive == .day)
        #expect(request.isUrgent)
        #expect(request.collapseKey == nil && request.from == nil && request.shortening.isEmpty)
    }

    @Test(arguments: [
        ("[]", MessageRequestError.notAnObject),
        ("{", .json(.unexpectedEnd(at: 1))),
        (#"{"to":["1"],"to":["2"],"payload":{"aps":{}}}"#, .json(.duplicateKey(at: 12))),
        ("\u{FEFF}{}", .json(.byteOrderMark)),
        (#"{"to":["1"],"payload":{"aps":{}},"tll":5}"#, .unknownMember),
        (#"{"to":[],"payload":{"aps":{}}}"#, .noRecipients),
        (#"{"to":"1","payload":{"aps":{}}}"#, .noRecipients),
        (#"{"to":[1],"payload":{"aps":{}}}"#, .wrongRecipient),
        (#"{"to":["a\nb"],"payload":{"aps":{}}}"#, .wrongRecipient),
        (#"{"to":[""],"payload":{"aps":{}}}"#, .wrongRecipient),
        (#"{"to":["1"]}"#, .payload(.notAnObject)),
        (#"{"to":["1"],"payload":{}}"#, .payload(.noAps)),
        (#"{"to":["1"],"payload":{"aps":{},"sealedpush":{}}}"#, .payload(.reservedKey)),
        (#"{"to":["1"],"payload":{"aps":{}},"ttl":0}"#, .wrongLifetime),
        (#"{"to":["1"],"payload":{"aps":{}},"ttl":1.5}"#, .wrongLifetime),
        (#"{"to":["1"],"payload":{"aps":{}},"ttl":2592001}"#, .wrongLifetime),
        (#"{"to":["1"],"payload":{"aps":{}},"urgency":"now"}"#, .wrongUrgency),
        (#"{"to":["1"],"payload":{"aps":{}},"collapse":""}"#, .wrongCollapse),
        (#"{"to":["1"],"payload":{"aps":{}},"from":7}"#, .wrongFrom),
        (#"{"to":["1"],"payload":{"aps":{}},"shorten":["body","body"]}"#, .wrongShortening),
        (#"{"to":["1"],"payload":{"aps":{}},"shorten":["thread"]}"#, .wrongShortening),
    ])
    func `what is no request is refused, and it says why`(
        _ text: String,
        _ error: MessageRequestError
    ) {
        #expect(throws: error) { try MessageRequest(reading: Array(text.utf8)) }
        #expect(!error.message.isEmpty)
    }

    @Test func `a payload in Latin-1 is told from one that is no JSON`() {
        let bytes =
            [UInt8](#"{"to":["1"],"payload":{"aps":{"alert":"Gr"#.utf8) + [0xFC, 0xDF, 0x65]
        #expect(throws: MessageRequestError.json(.invalidUTF8(at: 41))) {
            try MessageRequest(reading: bytes + [UInt8](#""}}}"#.utf8))
        }
        let messages = [JSONError.invalidUTF8(at: 41), .byteOrderMark, .duplicateKey(at: 7)]
            .map { MessageRequestError.json($0).message }
        #expect(messages[0].contains("Latin-1") && messages[0].contains("byte 41"))
        #expect(messages[1].contains("EF BB BF") && messages[2].contains("twice"))
    }

    @Test func `half a surrogate pair is sealed as U+FFFD, and noted`() throws {
        let text = #"{"to":["1"],"payload":{"aps":{"alert":"cut \ud83d"}}}"#
        let request = try MessageRequest(reading: Array(text.utf8))
        #expect(request.payload.alert(.body)?.string == "cut \u{FFFD}")
        #expect(request.notes == [.halfPair])
    }

    @Test(
        .rules("S-9"),
        arguments: [
            (#"{"to":["ann\ud83d"],"payload":{"aps":{}}}"#, 11),
            (#"{"payload":{"aps":{"alert":"\ud83d"}},"to":["1"],"from":"a\udfe5"}"#, 58),
            (#"{"to":["1"],"collapse":"\ud83dz","payload":{"aps":{"alert":"\ud83d"}}}"#, 24),
            (#"{"to":["1"],"payload":{"aps":{}},"tt\ud83d":5}"#, 36),
            (#"{"to":["1"],"payload\ud83d":{"aps":{}}}"#, 20), (#"["\ud83d"]"#, 2),
        ]
    )
    func `half a surrogate pair outside the payload is refused: cut codes would be one`(
        _ text: String,
        _ place: Int
    ) {
        #expect(throws: MessageRequestError.json(.loneSurrogate(at: place))) {
            try MessageRequest(reading: Array(text.utf8))
        }
    }

    @Test func `500 recipients are taken, and no more`() throws {
        func text(_ count: Int) -> [UInt8] {
            let codes = (0..<count).map { "\"\($0)\"" }.joined(separator: ",")
            return Array(#"{"to":[\#(codes)],"payload":{"aps":{}}}"#.utf8)
        }
        #expect(try MessageRequest(reading: text(500)).recipients.count == 500)
        #expect(throws: MessageRequestError.tooManyRecipients) {
            try MessageRequest(reading: text(501))
        }
    }

    @Test func `a request above 64 KiB is not read`() {
        let bytes = Array(#"{"to":["1"],"payload":{"aps":{}}}"#.utf8)
        let padded = bytes + [UInt8](repeating: 0x20, count: MessageRequest.byteLimit)
        #expect(throws: MessageRequestError.notAnObject) { try MessageRequest(reading: padded) }
    }
}
