// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct ToolkitFieldsTests {
    private func plain() throws -> Payload {
        try Payload(reading: [UInt8](#"{"aps":{"alert":"x"}, "n":1.0}"#.utf8))
    }

    @Test(
        .rules("M-36 M-37"),
        arguments: [
            (ToolkitFields(from: "c\"1"), #"{"from":"c\"1"}"#),
            (ToolkitFields(name: "Ann"), #"{"name":"Ann"}"#),
            (ToolkitFields(template: [.body, .title, .body]), #"{"template":["title","body"]}"#),
            (
                ToolkitFields(from: "", name: "", template: [.subtitle]),
                #"{"from":"","name":"","template":["subtitle"]}"#
            ),
            (ToolkitFields(remove: ["b", "a"]), #"{"remove":["b","a"]}"#),
        ] as [(ToolkitFields, String)]
    )
    func `adds the fields at the end and reads them again`(
        _ fields: ToolkitFields,
        _ member: String
    ) throws {
        let payload = try plain().adding(fields)
        let json = #"{"aps":{"alert":"x"}, "n":1.0,"sealedpush":\#(member)}"#
        #expect(String(decoding: payload.bytes, as: UTF8.self) == json)
        #expect(payload.fields == fields)
        let opened = try #require(try Payload(opened: payload.bytes).fields)
        #expect(opened.from == fields.from)
        #expect(opened.name == fields.name)
        #expect(Set(opened.template) == Set(fields.template))
        #expect(opened.remove == fields.remove)
    }

    @Test(
        .rules("M-34 M-35 T-23"),
        arguments: [
            ("1", []), (#"{"a":"b"}"#, []), (#"["a",1,null,["c"],"","b"]"#, ["a", "b"]),
            (#"["\#(String(repeating: "x", count: 65))"]"#, []),
            (#"["\#(String(repeating: "x", count: 64))"]"#, [String(repeating: "x", count: 64)]),
            (
                "[\((1...51).map { "\"\($0)\"" }.joined(separator: ","))]",
                (1...50).map(String.init)
            ),
        ] as [(String, [String])]
    )
    func `of remove what makes no sense is passed over`(
        _ value: String,
        _ remove: [String]
    ) throws {
        let json = #"{"aps":{},"sealedpush":{"remove":\#(value)}}"#
        #expect(try Payload(opened: [UInt8](json.utf8)).fields?.remove == remove)
    }

    @Test(arguments: [(0...50).map(String.init), [""], [String(repeating: "x", count: 65)]])
    func `more to remove than 50 ids of 1 to 64 bytes is a caller's mistake`(
        _ remove: [String]
    ) async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [remove] in
            let payload = try Payload(reading: [UInt8](#"{"aps":{}}"#.utf8))
            _ = try payload.adding(ToolkitFields(remove: remove))
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("a message takes at most 50 others away"))
    }

    @Test(.rules("M-36 M-37")) func `adds nothing where there is nothing to add`() throws {
        let payload = try plain()
        #expect(try payload.adding(ToolkitFields()) == payload)
        #expect(ToolkitFields().isEmpty)
        #expect(!ToolkitFields(from: "").isEmpty)
    }

    @Test(.rules("M-36 M-37")) func `refuses to add fields twice`() throws {
        let payload = try plain().adding(ToolkitFields(from: "a"))
        #expect(throws: SealingError.reservedKey) { try payload.adding(ToolkitFields(name: "b")) }
        let opened = try Payload(opened: payload.bytes)
        #expect(throws: SealingError.reservedKey) { try opened.adding(ToolkitFields()) }
    }

    @Test(.rules("M-34 M-35")) func `passes over what later versions add`() throws {
        let later = ##""remove":[1],"later":null"##
        let json =
            #"{"aps":{},"sealedpush":{\#(later),"template":["body","icon","body"],"from":"a"}}"#
        let fields = try Payload(opened: [UInt8](json.utf8)).fields
        #expect(fields == ToolkitFields(from: "a", template: [.body]))
    }

    @Test(
        .rules("M-34 M-35"),
        arguments: [
            "null", "[]", "\"from\"", #"{"from":1}"#, #"{"from":null}"#, #"{"name":{}}"#,
            #"{"name":null}"#, #"{"template":"body"}"#, #"{"template":{}}"#, #"{"template":null}"#,
            #"{"template":["body",1]}"#, #"{"template":[null]}"#,
        ]
    )
    func `refuses opened content whose known fields have another type`(_ member: String) {
        let json = #"{"aps":{},"sealedpush":\#(member)}"#
        #expect(throws: OpeningError.malformedMessage) {
            try Payload(opened: [UInt8](json.utf8))
        }
    }
}
