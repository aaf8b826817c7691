// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreLocation
import Foundation
import Intents
import Testing
import ValueObjects

@testable import UserNotifications

@Suite struct ObjectTests {
    /// One object of each class with every field set, and one that differs from it.
    private static func pairs() throws -> [(ValueObject, ValueObject)] {
        let content = UNMutableNotificationContent()
        content.title = "a"
        let other = UNMutableNotificationContent()
        other.title = "b"
        let input = UNTextInputNotificationAction(
            identifier: "a",
            title: "b",
            options: [.destructive],
            icon: UNNotificationActionIcon(systemImageName: "star"),
            textInputButtonTitle: "c",
            textInputPlaceholder: "d"
        )
        let action = UNNotificationAction(identifier: "a", title: "b", options: [.destructive])
        let region = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 1, longitude: 2),
            radius: 3,
            identifier: "r"
        )
        let elsewhere = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 1, longitude: 2),
            radius: 4,
            identifier: "r"
        )
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true)
        let noon = UNCalendarNotificationTrigger(
            dateMatching: DateComponents(
                calendar: Calendar(identifier: .gregorian),
                timeZone: .gmt,
                hour: 12
            ),
            repeats: true
        )
        let place = UNLocationNotificationTrigger(region: region, repeats: false)
        let request = UNNotificationRequest(identifier: "a", content: content, trigger: noon)
        let pushed = UNNotificationRequest(
            identifier: "a",
            content: content,
            trigger: UNPushNotificationTrigger()
        )
        let date = Date(timeIntervalSince1970: 1.25)
        let notification = UNNotification(request: request, date: date)
        let response = UNNotificationResponse.Values(
            notification: notification.values,
            actionIdentifier: "a"
        )
        var answer = response
        answer.userText = "text"
        var settings = UNNotificationSettings.Values()
        settings.authorizationStatus = .ephemeral
        settings.alertStyle = .alert
        settings.showPreviewsSetting = .never
        settings.providesAppNotificationSettings = true
        let picture = try PictureFile()
        let clipped = [
            UNNotificationAttachmentOptionsThumbnailClippingRectKey: [
                "X": 0.0, "Y": 0.25, "Width": 0.5, "Height": 0.75,
            ]
        ]
        let name = UNNotificationSoundName("bell")
        return [
            (content, other), (UNNotificationContent(), content), (input, action),
            (action, UNNotificationAction(identifier: "a", title: "b")),
            (
                UNNotificationActionIcon(systemImageName: "a"),
                UNNotificationActionIcon(templateImageName: "a")
            ),
            (
                UNNotificationCategory(
                    identifier: "a",
                    actions: [input, action],
                    intentIdentifiers: ["b"],
                    hiddenPreviewsBodyPlaceholder: "c",
                    categorySummaryFormat: "d",
                    options: [.allowInCarPlay]
                ),
                UNNotificationCategory(identifier: "a", actions: [input], intentIdentifiers: [])
            ),
            (try picture.attachment(options: clipped), try picture.attachment()),
            (trigger, noon), (noon, place), (place, trigger),
            (UNPushNotificationTrigger(), trigger),
            (request, pushed), (notification, UNNotification(request: pushed, date: date)),
            (UNNotificationResponse.make(response), UNNotificationResponse.make(answer)),
            (UNNotificationResponse.make(answer), UNNotificationResponse.make(response)),
            (
                UNNotificationSettings(values: settings),
                UNNotificationSettings(values: UNNotificationSettings.Values())
            ),
            (
                UNNotificationSound.criticalSoundNamed(name, withAudioVolume: 0.5),
                UNNotificationSound.criticalSoundNamed(name)
            ),
            (UNNotificationSound.ringtoneSoundNamed(name), UNNotificationSound(named: name)),
            (UNNotificationSound.default, UNNotificationSound.defaultRingtone),
            (
                UNNotificationSound.defaultCriticalSound(withAudioVolume: 1),
                UNNotificationSound.defaultCritical
            ),
            (region, elsewhere),
            (
                CLLocation(
                    coordinate: region.center,
                    altitude: 1,
                    horizontalAccuracy: 2,
                    verticalAccuracy: 3,
                    timestamp: date
                ),
                CLLocation(latitude: 1, longitude: 2)
            ),
        ] + Conversation.pairs()
    }

    @Test func `objects are equal by value`() throws {
        for ((object, other), (twin, _)) in zip(try Self.pairs(), try Self.pairs())
        where !(object is UNNotificationAttachment) {
            if !(object is INInteraction || object is INIntent) {
                #expect(object == twin && object.hash == twin.hash, "\(type(of: object))")
            }
            #expect(object != other && other != object, "\(type(of: object))")
            #expect(object != NSString("a"))
        }
    }

    @Test func `an archive gives back an object of the same class and value`() throws {
        for (object, _) in try Self.pairs() {
            let archive = try NSKeyedArchiver.archivedData(
                withRootObject: [object] as NSArray,
                requiringSecureCoding: true
            )
            let array = try NSKeyedUnarchiver.unarchivedObject(
                ofClasses: [NSArray.self, type(of: object)],
                from: archive
            )
            let copy = (array as? [NSObject])?.first
            #expect(copy == object, "\(type(of: object))")
            #expect(copy.map { type(of: $0) } == type(of: object))
        }
    }

    @Test func `a copy is equal, and what can't change is its own copy`() throws {
        for (object, _) in try Self.pairs() {
            let copy = object.copy() as? NSObject
            #expect(copy == object)
            let canChange =
                object is UNMutableNotificationContent || object is CLRegion || object is INIntent
                || object is INInteraction || object is INIntentDonationMetadata
            #expect((copy === object) == !canChange, "\(type(of: object))")
        }
    }

    @Test func `an archive of another class is refused`() throws {
        let action = UNNotificationAction(identifier: "a", title: "b")
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: action,
            requiringSecureCoding: true
        )
        let renamed = try unsafe PropertyListSerialization.propertyList(from: archive, format: nil)
        let text = try PropertyListSerialization.data(
            fromPropertyList: renamed,
            format: .xml,
            options: 0
        )
        func object(as name: String) -> NSObject? {
            let forged = String(decoding: text, as: UTF8.self)
                .replacing("UNNotificationAction", with: name)
            let classes = [
                UNNotificationAction.self, UNTextInputNotificationAction.self,
                UNNotificationSound.self,
            ]
            let object = try? NSKeyedUnarchiver.unarchivedObject(
                ofClasses: classes,
                from: Data(forged.utf8)
            )
            return object as? NSObject
        }
        #expect(object(as: "UNNotificationAction") == action)
        #expect(object(as: "UNTextInputNotificationAction") == nil)
        #expect(object(as: "UNNotificationSound") == nil)
    }

    @Test func `an object is made of its own kind of value only`() async {
        await #expect(processExitsWith: .failure) {
            _ = UNNotificationSound(values: UNNotificationSettings.Values())
        }
        await #expect(processExitsWith: .failure) {
            final class Bell: UNNotificationSound {}
            _ = Bell.criticalSoundNamed(UNNotificationSoundName("a"))
        }
    }
}
