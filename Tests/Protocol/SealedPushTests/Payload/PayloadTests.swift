// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct PayloadTests {
    private func text(_ payload: Payload) -> String {
        String(decoding: payload.bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            #"{"aps":{}}"#,
            #" { "z" : 1.50 , "aps" : { "alert" : "x" } , "é\u00e9" : [ 1E400 ] } "#,
            #"{"aps":{"sealedpush":1},"Sealedpush":{}}"#,
        ]
    )
    func `keeps every byte of a payload`(_ json: String) throws {
        let bytes = [UInt8](json.utf8)
        #expect(try Payload(reading: bytes).bytes == bytes)
        #expect(try Payload(opened: bytes).bytes == bytes)
        #expect(try Payload(reading: bytes).topic == nil)
        #expect(try Payload(opened: bytes).fields == nil)
    }

    @Test(
        .rules("M-34 M-35 M-42"),
        arguments: [
            ("[]", .notAnObject), ("\"aps\"", .notAnObject), ("{}", .noAps),
            (#"{"aps":[]}"#, .noAps),
            (#"{"aps":null}"#, .noAps), (#"{"APS":{}}"#, .noAps),
            ("{", .json(.unexpectedEnd(at: 1))),
            (#"{"aps":{},"aps":{}}"#, .json(.duplicateKey(at: 10))),
        ] as [(String, SealingError)]
    )
    func `refuses what is no payload, to seal or opened`(
        _ json: String,
        as expected: SealingError
    ) {
        #expect(throws: expected) { try Payload(reading: [UInt8](json.utf8)) }
        #expect(throws: OpeningError.malformedMessage) {
            try Payload(opened: [UInt8](json.utf8))
        }
    }

    @Test(
        arguments: [
            (#"{"Simulator Target Bundle":"a.b","aps":{}}"#, #"{"aps":{}}"#),
            (#"{"aps":{}, "Simulator Target Bundle" : "a.b" }"#, #"{"aps":{} }"#),
            (#"{"x":1,"Simulator Target Bundle":"a.\u0062","aps":{}}"#, #"{"x":1,"aps":{}}"#),
        ] as [(String, String)]
    )
    func `takes the topic of a simulator file out`(_ json: String, _ sealed: String) throws {
        let payload = try Payload(reading: [UInt8](json.utf8))
        #expect(payload.topic == "a.b")
        #expect(text(payload) == sealed)
    }

    @Test func `opened content has no topic`() throws {
        let json = #"{"Simulator Target Bundle":7,"aps":{}}"#
        let payload = try Payload(opened: [UInt8](json.utf8))
        #expect(payload.topic == nil)
        #expect(text(payload) == json)
        #expect(throws: SealingError.topicNotAString) { try Payload(reading: [UInt8](json.utf8)) }
    }

    @Test(.rules("S-8"), arguments: ["{}", "null", "1", #"{"from":"x"}"#])
    func `a payload to seal must not have the reserved key`(_ value: String) {
        let json = #"{"aps":{},"sealed\u0070ush":\#(value)}"#
        #expect(throws: SealingError.reservedKey) { try Payload(reading: [UInt8](json.utf8)) }
    }

    @Test(
        arguments: [
            (#"{"aps":{"alert":"b"}}"#, nil, nil, "b"), (#"{"aps":{}}"#, nil, nil, nil),
            (#"{"aps":{"alert":{"title":"t","subtitle":"s","body":"b"}}}"#, "t", "s", "b"),
            (#"{"aps":{"alert":7},"title":"x"}"#, nil, nil, nil),
        ] as [(String, String?, String?, String?)]
    )
    func `finds the texts of the alert`(
        _ json: String,
        _ title: String?,
        _ subtitle: String?,
        _ body: String?
    ) throws {
        let payload = try Payload(reading: [UInt8](json.utf8))
        #expect(payload.alert(.title)?.string == title)
        #expect(payload.alert(.subtitle)?.string == subtitle)
        #expect(payload.alert(.body)?.string == body)
    }

    @Test func `compacting keeps topic, fields and tokens`() throws {
        let json = #"{ "Simulator Target Bundle": "a.b", "aps": { "badge": 1.0 } }"#
        let payload = try Payload(reading: [UInt8](json.utf8)).adding(ToolkitFields(from: "c"))
        let compact = payload.compacted()
        #expect(text(compact) == #"{"aps":{"badge":1.0},"sealedpush":{"from":"c"}}"#)
        #expect(compact.topic == "a.b")
        #expect(compact.fields == ToolkitFields(from: "c"))
    }

    @Test func `printing shows no content`() throws {
        let json = #"{"aps":{"alert":"hunter2"}}"#
        let payload = try Payload(reading: [UInt8](json.utf8))
            .adding(ToolkitFields(from: "hunter3", name: "hunter4"))
        var printed = "\(payload) \(String(describing: payload.fields))"
        dump(payload, to: &printed)
        dump(payload.fields, to: &printed)
        #expect(!printed.contains("hunter"))
    }
}

@Suite struct PayloadNoteTests {
    private func notes(_ json: String) throws -> [Payload.Note] {
        try Payload(reading: [UInt8](json.utf8)).notes
    }

    @Test(
        arguments: [
            ("badge", ["3", "0", "3.0", "null"], ["-1", "1.5", #""3""#, "true", "1e30"]),
            ("sound", [#""a""#, "{}", "null"], ["1", "true", "[]"]),
            ("alert", [#""a""#, "{}"], ["1", "[]"]),
            ("thread-id", [#""a""#, #""""#], ["7"]), ("category", [#""a""#], ["{}"]),
            ("target-content-id", [#""a""#], ["7"]), ("filter-criteria", [#""a""#], ["7"]),
            ("interruption-level", [#""active""#], [#""urgent""#, "1"]),
            ("relevance-score", ["0", "1", "0.5", "5e-1"], ["1.5", "-1", #""1""#]),
            ("content-available", ["0", "true", "1.0"], ["2", #""1""#]),
            ("mutable-content", ["1", "false"], [#""1""#, "-1"]),
        ] as [(String, [String], [String])]
    )
    func `a value that no device takes is named, and no other`(
        _ key: String,
        _ taken: [String],
        _ passedOver: [String]
    ) throws {
        for value in taken {
            let notes = try notes(#"{"aps":{"\#(key)":\#(value)},"badge":"x"}"#)
            #expect(notes.allSatisfy { $0 == .wakesNoApp }, "\(value)")
        }
        for value in passedOver {
            let notes = try notes(#"{"aps":{"\#(key)":\#(value)}}"#)
            #expect(notes == [.passedOver("aps.\(key)")], "\(value)")
        }
    }

    @Test func `members of the alert and of the sound are named by their paths`() throws {
        let json = """
            {"aps":{"alert":{"title":1,"subtitle":2,"body":3,"loc-key":4,"title-loc-key":5,
            "subtitle-loc-key":6,"launch-image":7},"sound":{"critical":"1","name":8,"volume":2}}}
            """
        let paths = [
            "alert.title", "alert.subtitle", "alert.body", "alert.title-loc-key",
            "alert.subtitle-loc-key", "alert.loc-key", "alert.launch-image", "sound.critical",
            "sound.name", "sound.volume",
        ]
        #expect(try notes(json) == paths.map { .passedOver("aps.\($0)") })
    }

    @Test func `what cannot work in an envelope is noted`() throws {
        for activity in [
            #""event":"update","timestamp":1,"content-state":{"home":2}"#, #""content-state":{}"#,
            #""event":"start","attributes-type":"Game","attributes":{},"alert":"a""#,
            #""event":"end","dismissal-date":1"#, #""attributes-type":"Game""#,
        ] {
            #expect(try notes(#"{"aps":{\#(activity)}}"#) == [.liveActivity], "\(activity)")
        }
        #expect(try notes(#"{"aps":{"alert":"a"},"encrypted-content":"AQ"}"#) == [.sealedAlready])
        #expect(try notes(#"{"aps":{"alert":"a","content-available":1}}"#) == [.wakesNoApp])
        #expect(try notes(#"{"aps":{"alert":"cut \ud83d"}}"#) == [.halfPair])
        #expect(try notes(#"{"aps":{"alert":"\ud83d\ude00"}}"#).isEmpty)
    }

    @Test func `each note has a sentence of its own, without content`() {
        let notes: [Payload.Note] = [
            .halfPair, .passedOver("aps.badge"), .sealedAlready, .liveActivity, .call, .wakesNoApp,
            .badgeAlone, .noText,
        ]
        #expect(Set(notes.map(\.message)).count == notes.count)
    }
}
