// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding

@testable import PushFindings
@testable import SealedPush

extension Planted {
    /// What is wrong with the payload itself.
    static let payloads: [Planted] =
        [
            Planted(.notJSON, "{'aps':{}}", almost: #" {"aps":{"alert":"'a'"}} "#),
            Planted(.notJSON, #"{"aps":{"alert":"a"},}"#, almost: #"{"aps":{"alert":"a"}}"#),
            Planted(.byteOrderMark) {
                $0.bytes = [0xEF, 0xBB, 0xBF] + $0.bytes
            } almost: {
                $0.bytes = [0x0A] + $0.bytes
            },
            Planted(.invalidUTF8) {
                $0.bytes = Array(#"{"aps":{"alert":"caf"#.utf8) + [0xE9] + Array(#""}}"#.utf8)
            } almost: {
                $0.payload = #"{"aps":{"alert":"café"}}"#
            },
            Planted(.notAnObject, #"[{"aps":{"alert":"a"}}]"#, almost: #"{"aps":{"alert":"a"}}"#),
            Planted(.noAps, #"{"alert":"a"}"#, almost: #"{"aps":{"alert":"a"}}"#),
            Planted(.noAps, #"{"aps":"{}"}"#, almost: #"{"aps":{"alert":"{}"}}"#),
            Planted(
                .duplicateKey,
                #"{"aps":{"alert":"a","al\u0065rt":"b"}}"#,
                almost: #"{"aps":{"alert":"a"},"alert":"b"}"#
            ),
            Planted(
                .loneSurrogate,
                #"{"aps":{"alert":"\ud83d","mutable-content":1}}"#,
                almost: #"{"aps":{"alert":"\ud83d\ude00","mutable-content":1}}"#
            ),
            Planted(.tooDeep, nested(33), almost: nested(32)),
            Planted(
                .numberNotExact,
                #"{"aps":{"alert":"a","mutable-content":1},"id":9007199254740993}"#,
                almost: #"{"aps":{"alert":"a","mutable-content":1},"id":9007199254740991}"#
            ),
            Planted(
                .numberNotExact,
                #"{"aps":{"alert":"a","mutable-content":1},"a":[{"n":1e400}]}"#,
                almost: #"{"aps":{"alert":"a","mutable-content":1},"a":[{"n":1.5e300}]}"#
            ),
            Planted(
                .nothingToShow,
                #"{"aps":{"thread-id":"a"}}"#,
                almost: #"{"aps":{"thread-id":"a","badge":0}}"#
            ),
            Planted(
                .noAlert,
                #"{"aps":{"sound":"default","mutable-content":1}}"#,
                almost: #"{"aps":{"sound":"default"}}"#
            ),
            Planted(
                .noAlert,
                #"{"aps":{"alert":{"title":""},"mutable-content":1}}"#,
                almost: #"{"aps":{"alert":{"title":"a"},"mutable-content":1}}"#
            ),
            Planted(.noAlert, "a background push with encrypted content") {
                $0.become(.background, #"{"aps":{"content-available":1},"encrypted-content":"x"}"#)
            } almost: {
                $0.become(.background, #"{"aps":{"content-available":1},"content":"x"}"#)
            },
            Planted(.malformedEnvelope) {
                $0.payload = sealed(by: 2)
            } almost: {
                $0.payload = sealed(by: 1)
            },
            Planted(
                .unknownKeyInAps,
                #"{"aps":{"alert":"a","mutable-content":1,"screen":"home"}}"#,
                almost: #"{"aps":{"alert":"a","mutable-content":1},"screen":"home"}"#
            ),
            Planted(
                .unknownKeyInAps,
                #"{"aps":{"alert":{"body":"a","badge":1},"mutable-content":1}}"#,
                almost: #"{"aps":{"alert":{"body":"a"},"badge":1,"mutable-content":1}}"#
            ),
            Planted(
                .keyOutsideAps,
                #"{"aps":{"alert":"a","mutable-content":1},"badge":1}"#,
                almost: #"{"aps":{"alert":"a","badge":2,"mutable-content":1},"badge":1}"#
            ),
        ] + unmutable + wrongTypes

    /// How the flag for the extension is missed; and what asks for none.
    private static let unmutable = [
        (
            #"{"aps":{"alert":"a"},"encrypted-content":"x"}"#,
            #"{"aps":{"alert":"a"},"content":"x"}"#
        ),
        (
            #"{"aps":{"alert":"a"},"data":{"image-url":"https://example.com/1"}}"#,
            #"{"aps":{"alert":"a"},"data":{"link":"https://example.com/1"}}"#
        ),
        (
            #"{"aps":{"alert":"a"},"files":[{"url":"https://example.com/a.JPG?size=9"}]}"#,
            #"{"aps":{"alert":"a"},"files":[{"url":"https://example.com/a?name=b.jpg"}]}"#
        ),
        (#"{"aps":{"alert":"a"},"mutable-content":1}"#, #"{"aps":{"alert":"a"},"mutable":1}"#),
        (
            #"{"aps":{"alert":{"body":"a","mutable-content":1}}}"#,
            #"{"aps":{"alert":{"body":"a"}}}"#
        ),
        (#"{"aps":{"alert":"a","mutable_content":1}}"#, #"{"aps":{"alert":"a","mutable":1}}"#),
        (
            #"{"aps":{"alert":"a","mutable-content":"1"}}"#,
            #"{"aps":{"alert":"a","mutable-content":true}}"#
        ),
        (
            #"{"aps":{"alert":"a","mutable-content":2}}"#,
            #"{"aps":{"alert":"a","mutable-content":0}}"#
        ),
    ].map { Planted(.noMutableContent, $0, almost: $1) }

    /// Values of wrong types.
    private static let wrongTypes = [
        (#""badge":"1""#, #""badge":1"#), (#""badge":-1"#, #""badge":0"#),
        (#""interruption-level":"timeSensitive""#, #""interruption-level":"time-sensitive""#),
        (#""relevance-score":2"#, #""relevance-score":1"#),
        (#""content-available":"true""#, #""content-available":true"#),
        (#""category":7"#, #""category":"PARCEL""#), (#""thread-id":1"#, #""thread-id":"1""#),
        (#""sound":1"#, #""sound":"default""#),
        (#""sound":{"critical":1,"volume":5}"#, #""sound":{"critical":1,"volume":0.5}"#),
    ]
    .map { faulty, almost in
        Planted(
            .valueNotTaken,
            #"{"aps":{"alert":"a","mutable-content":1,\#(faulty)}}"#,
            almost: #"{"aps":{"alert":"a","mutable-content":1,\#(almost)}}"#
        )
    }

    /// A payload that has objects in so many others.
    private static func nested(_ depth: Int) -> String {
        let (open, close) = (
            String(repeating: "[", count: depth - 1), String(repeating: "]", count: depth - 1)
        )
        return #"{"aps":{"alert":"a","mutable-content":1},"a":\#(open)\#(close)}"#
    }

    /// A payload around an envelope of this version, without a message in it.
    private static func sealed(by version: UInt8) -> String {
        let bytes = [version] + [UInt8](repeating: 0, count: EnvelopeLayout.overhead + 200)
        let text = Base64URL.encode(bytes.span)
        return #"{"aps":{"alert":"a","mutable-content":1},"encrypted-content":"\#(text)"}"#
    }
}
