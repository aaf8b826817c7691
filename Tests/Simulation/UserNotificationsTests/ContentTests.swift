// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import Testing
import ValueObjects

@testable import UserNotifications

@Suite struct ContentTests {
    private static func everything() throws -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "title"
        content.subtitle = "subtitle"
        content.body = "body"
        content.badge = 3
        content.sound = .criticalSoundNamed(
            UNNotificationSoundName("bell.caf"),
            withAudioVolume: 0.5
        )
        content.launchImageName = "launch"
        content.userInfo = ["aps": ["alert": "x", "badge": 1, "flag": true], "list": [1.5, "a"]]
        content.attachments = [try PictureFile().attachment()]
        content.categoryIdentifier = "category"
        content.threadIdentifier = "thread"
        content.targetContentIdentifier = "target"
        content.summaryArgument = "argument"
        content.summaryArgumentCount = 2
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.75
        content.filterCriteria = "criteria"
        return content
    }

    @Test func `new content has nothing and is active`() {
        let content = UNNotificationContent()
        #expect(content.title == "" && content.subtitle == "" && content.body == "")
        #expect(content.badge == nil && content.sound == nil && content.filterCriteria == nil)
        #expect(content.userInfo.isEmpty && content.attachments.isEmpty)
        #expect(content.interruptionLevel == .active && content.relevanceScore == 0)
    }

    @Test func `a mutable copy has every value, and its copy can't be changed`() throws {
        let content = try Self.everything()
        let frozen = try #require(content.copy() as? UNNotificationContent)
        #expect(!(frozen is UNMutableNotificationContent))
        #expect(frozen == content)
        #expect(frozen.copy() as? UNNotificationContent === frozen)

        let thawed = try #require(frozen.mutableCopy() as? UNMutableNotificationContent)
        thawed.title = "changed"
        #expect(frozen.title == "title" && content.title == "title")
        #expect(thawed != frozen)
    }

    @Test func `an archive gives every value back`() throws {
        let content = try Self.everything()
        #expect(try archived(content) == content)
        #expect(type(of: try archived(content as UNNotificationContent)) == type(of: content))
    }

    @Test func `user info reads as it does on iOS`() throws {
        let content = try Self.everything()
        let aps = try #require(content.userInfo["aps"] as? [String: AnyObject])
        #expect(aps["badge"] as? Int == 1)
        #expect(aps["badge"] as? NSNumber == 1)
        #expect(aps["flag"] as? Bool == true)
        #expect(aps["alert"] as? String == "x")
        #expect(aps["alert"] as? NSString == "x")
        #expect(content.userInfo["aps"] is NSDictionary)
        #expect((content.userInfo["list"] as? [Any])?.first as? Double == 1.5)
    }

    @Test func `user info keeps what no archive holds, and such an archive gives nothing`() throws {
        let content = UNMutableNotificationContent()
        let url = try #require(URL(string: "https://example.org"))
        content.userInfo = ["link": url]
        #expect(content.userInfo["link"] as? URL == url)
        #expect(try archivedOrNil(content) == nil)
    }

    @Test func `numbers of Swift keep their kinds`() {
        let numbers: [Any] = [
            1, Int8(-2), UInt16(3), UInt64.max, true, 1.5, Float(2.5), CGFloat(3.5),
        ]
        let lists: [PropertyList] = [
            .integer(1), .integer(-2), .integer(3), .unsigned(.max), .boolean(true), .real(1.5),
            .real(2.5), .real(3.5),
        ]
        #expect(numbers.map(PropertyList.init) == lists)
        #expect(PropertyList([1: "a"]) != PropertyList([2: "a"]))
        #expect(PropertyList(["a": [Data([1]), Date.distantPast] as [Any]]).object is NSDictionary)
    }

    @Test(arguments: [
        ("1", PropertyList.integer(1)), ("-1", .integer(-1)), ("true", .boolean(true)),
        ("1.5", .real(1.5)), ("18446744073709551615", .unsigned(.max)), ("null", .null),
    ])
    func `JSON keeps its kinds`(_ json: String, as list: PropertyList) throws {
        let object = try JSONSerialization.jsonObject(
            with: Data(json.utf8),
            options: .fragmentsAllowed
        )
        #expect(PropertyList(object) == list)
        #expect(PropertyList(list.object) == list)
    }
}

/// A small file that counts as a picture.
struct PictureFile: ~Copyable {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).png")

    init(bytes: Int = 4) throws {
        try Data(count: bytes).write(to: url)
    }

    func attachment(options: [AnyHashable: Any]? = nil) throws -> UNNotificationAttachment {
        try UNNotificationAttachment(identifier: "picture", url: url, options: options)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}

/// The object that an archive of `object` holds.
func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
    let archive = try NSKeyedArchiver.archivedData(
        withRootObject: object,
        requiringSecureCoding: true
    )
    return try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: type(of: object), from: archive)
    )
}

/// The object that an archive of `object` holds, if it could be made and read.
func archivedOrNil<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object? {
    guard
        let archive = try? NSKeyedArchiver.archivedData(
            withRootObject: object,
            requiringSecureCoding: true
        )
    else { return nil }
    return try? NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: archive)
}
