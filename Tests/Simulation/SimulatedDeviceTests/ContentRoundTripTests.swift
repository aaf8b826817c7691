// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import Testing
import UserNotifications

@testable import SimulatedDevice

struct ContentRoundTripTests {
    @Test(arguments: [
        #"{"a":0,"b":1,"c":true,"d":false,"e":null}"#,
        #"{"a":-9223372036854775808,"b":18446744073709551615,"c":9223372036854775807}"#,
        #"{"a":1.5,"b":-0.25,"c":1.0,"d":1e300,"e":5e-324,"f":-0.0}"#,
        #"{"a":[],"b":{},"c":[[1,[2]],{"d":[null]}],"":"empty key"}"#,
        #"{"a":"\"\\/\u0000\ud83d\ude00","\u00e9":1}"#,
    ])
    func `a payload goes through the objects of an app and comes back as it was`(
        _ json: String
    ) throws {
        let payload = try JSONDocument(reading: Array(json.utf8))
        let list = PropertyList(payload.root)
        #expect(PropertyList(list.object) == list)
        #expect(list.document(like: payload)?.bytes == payload.bytes)
        let written = try #require(list.document(like: nil))
        #expect(PropertyList(written.root) == list)
    }

    @Test func `what was changed is written with its keys in order`() throws {
        let payload = try JSONDocument(reading: Array(#"{"z":1,"a":2}"#.utf8))
        let list = PropertyList(["z": 1, "a": 3])
        let written = try #require(list.document(like: payload))
        #expect(written.bytes == Array(#"{"a":3,"z":1}"#.utf8))
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan])
    func `numbers that JSON lacks stand as text`(_ number: Double) throws {
        let written = try #require(PropertyList(["a": number]).document(like: nil))
        #expect(written.root["a"]?.string != nil)
    }

    @Test(arguments: [0, 0.1, 0.5, 0.8, 1])
    func `a critical volume goes through an extension and stays the same`(_ volume: Double) {
        let sound = NotificationContent.Sound.critical(name: "a.caf", volume: volume)
        #expect(NotificationContent.Sound(UNNotificationSound.Values(sound)) == sound)
    }

    @Test(arguments: [(Float.nan, nil), (.infinity, nil), (2, 1), (-1, 0)] as [(Float, Double?)])
    func `a volume that is none is mended`(_ volume: Float, _ mended: Double?) {
        let values = UNNotificationSound.defaultCriticalSound(withAudioVolume: volume).values
        #expect(NotificationContent.Sound(values) == .critical(name: nil, volume: mended))
    }

    @Test func `a relevance that is no number counts as none`() {
        let content = UNMutableNotificationContent()
        content.relevanceScore = .nan
        #expect(NotificationContent(content.values, of: nil).relevanceScore == 0)
    }
}
