// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

struct ContentMappingTests {
    typealias Change = @Sendable (inout NotificationContent) -> Void

    static func payload(_ json: String) throws -> Payload {
        try Payload(opened: Array(json.utf8))
    }

    static func content(_ json: String) throws -> NotificationContent {
        let table = [
            "WROTE": "%@ wrote in %@", "PLACE": "%2$@ in %1$@", "SALE": "100%% off", "EMPTY": "",
        ]
        return ContentMapping { table[$0] }.content(of: try payload(json))
    }

    /// The content of `{"aps": {aps}}`, but for the payload itself.
    static func content(aps: String) throws -> NotificationContent {
        var content = try content(#"{"aps":{\#(aps)}}"#)
        content.userInfo = nil
        return content
    }

    /// Empty content after `change`.
    static func expected(_ change: Change) -> NotificationContent {
        var content = NotificationContent()
        change(&content)
        return content
    }

    static let keys: [(String, Change)] = [
        (#""alert":"Hello""#, { $0.body = "Hello" }),
        (
            #""alert":{"title":"A","subtitle":"B","body":"C"}"#,
            {
                $0.title = "A"
                $0.subtitle = "B"
                $0.body = "C"
            }
        ),
        (#""alert":{"launch-image":"boat"}"#, { $0.launchImageName = "boat" }),
        (#""badge":7"#, { $0.badge = 7 }),
        (#""badge":0"#, { $0.badge = 0 }),
        (#""sound":"default""#, { $0.sound = .default }),
        (#""sound":"bell.caf""#, { $0.sound = .named("bell.caf") }),
        (#""sound":{"name":"bell.caf"}"#, { $0.sound = .named("bell.caf") }),
        (#""sound":{"name":"default","critical":0,"volume":1}"#, { $0.sound = .default }),
        (#""sound":{}"#, { $0.sound = .default }),
        (#""sound":{"critical":1}"#, { $0.sound = .critical(name: nil, volume: nil) }),
        (
            #""sound":{"critical":true,"name":"default","volume":0}"#,
            {
                $0.sound = .critical(name: nil, volume: 0)
            }
        ),
        (
            #""sound":{"critical":1,"name":"bell.caf","volume":0.25}"#,
            {
                $0.sound = .critical(name: "bell.caf", volume: 0.25)
            }
        ),
        (#""thread-id":"t""#, { $0.threadIdentifier = "t" }),
        (#""category":"c""#, { $0.categoryIdentifier = "c" }),
        (#""target-content-id":"w""#, { $0.targetContentIdentifier = "w" }),
        (#""interruption-level":"passive""#, { $0.interruptionLevel = .passive }),
        (#""interruption-level":"active""#, { $0.interruptionLevel = .active }),
        (#""interruption-level":"time-sensitive""#, { $0.interruptionLevel = .timeSensitive }),
        (#""interruption-level":"critical""#, { $0.interruptionLevel = .critical }),
        (#""relevance-score":0.75"#, { $0.relevanceScore = 0.75 }),
        (#""relevance-score":1"#, { $0.relevanceScore = 1 }),
        (#""relevance-score":25e-2"#, { $0.relevanceScore = 0.25 }),
        (#""filter-criteria":"work""#, { $0.filterCriteria = "work" }),
        (#""mutable-content":1,"content-available":1"#, { _ in }),
    ]

    @Test(arguments: keys)
    func `each key fills its property`(_ aps: String, _ change: Change) throws {
        #expect(try Self.content(aps: aps) == Self.expected(change))
    }

    static let localised: [(String, Change)] = [
        (#""loc-key":"WROTE","loc-args":["Anna","Oslo"]"#, { $0.body = "Anna wrote in Oslo" }),
        (
            #""title-loc-key":"PLACE","title-loc-args":["Oslo","Anna"]"#,
            {
                $0.title = "Anna in Oslo"
            }
        ),
        (#""subtitle-loc-key":"SALE""#, { $0.subtitle = "100% off" }),
        (#""subtitle-loc-key":"EMPTY","subtitle":"plain""#, { $0.subtitle = "" }),
        // A key that isn't in the table is its own format.
        (#""loc-key":"Hi %@","loc-args":["Anna"]"#, { $0.body = "Hi Anna" }),
        // A localised text goes before a plain one, if there is a key at all.
        (#""title-loc-key":"SALE","title":"plain""#, { $0.title = "100% off" }),
        (#""title-loc-key":"","title":"plain""#, { $0.title = "plain" }),
        (#""title-loc-key":5,"title":"plain""#, { $0.title = "plain" }),
        // Arguments keep their places.
        (#""loc-key":"WROTE","loc-args":["Anna"]"#, { $0.body = "Anna wrote in " }),
        (#""loc-key":"WROTE","loc-args":[null,3]"#, { $0.body = " wrote in 3" }),
        (#""loc-key":"WROTE","loc-args":"Anna""#, { $0.body = " wrote in " }),
    ]

    @Test(arguments: localised)
    func `localised texts are looked up and filled`(_ alert: String, _ change: Change) throws {
        #expect(try Self.content(aps: #""alert":{\#(alert)}"#) == Self.expected(change))
    }

    @Test(arguments: [
        "", #""alert":5"#, #""alert":null"#, #""alert":["Hello"]"#,
        #""alert":{"title":1,"subtitle":null,"body":{"a":"b"},"launch-image":true}"#,
        #""badge":"7""#, #""badge":-1"#, #""badge":1.5"#, #""badge":true"#,
        #""badge":99999999999999999999"#,
        #""sound":"""#, #""sound":1"#, #""sound":null"#, #""sound":["bell.caf"]"#,
        #""thread-id":1,"category":null,"target-content-id":[],"filter-criteria":{}"#,
        #""interruption-level":"urgent""#, #""interruption-level":2"#,
        #""relevance-score":"1""#, #""relevance-score":1.01"#, #""relevance-score":-0.1"#,
        #""relevance-score":1e999"#, #""relevance-score":true"#,
    ])
    func `a value of a wrong type or out of range is passed over`(_ aps: String) throws {
        #expect(try Self.content(aps: aps) == NotificationContent())
    }

    @Test(
        arguments: [
            "alert", "badge", "sound", "thread-id", "category", "target-content-id",
            "interruption-level", "relevance-score", "filter-criteria",
        ],
        ["null", "[]", "[[\"default\"]]", "[{\"body\":1}]"]
    )
    func `no key takes null or an array`(_ key: String, _ value: String) throws {
        #expect(try Self.content(aps: "\"\(key)\":\(value)") == NotificationContent())
    }

    @Test func `a wrong value leaves the other keys alone`() throws {
        let content = try Self.content(aps: #""badge":"x","alert":"Hello","sound":"default""#)
        #expect(content.body == "Hello")
        #expect(content.sound == .default)
    }

    @Test(
        arguments: [
            (#"{"volume":1.5}"#, nil), (#"{"volume":-1}"#, nil), (#"{"volume":"1"}"#, nil),
            (#"{"volume":1e400}"#, nil), (#"{"volume":1}"#, 1),
        ] as [(String, Double?)]
    )
    func `a volume out of range is the system's choice`(_ sound: String, _ volume: Double?) throws {
        let content = try Self.content(aps: #""sound":{"critical":1,\#(sound.dropFirst())"#)
        #expect(content.sound == .critical(name: nil, volume: volume))
    }

    @Test(.rules("D-35")) func `the whole payload becomes the user info, byte for byte`() throws {
        let json = #"{ "b" : 1.0e5, "aps":{"alert":"\u0048i"},"a":[{}] }"#
        #expect(try Self.content(json).userInfo?.bytes == Array(json.utf8))
    }
}
