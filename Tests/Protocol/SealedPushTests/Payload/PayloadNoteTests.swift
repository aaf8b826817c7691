// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Testing

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
