// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import UserNotificationsUI

@testable import SampleExtensions
@testable import UserNotifications

@Suite struct ExtensionTests {
    private func request(_ change: (UNMutableNotificationContent) -> Void) -> UNNotificationRequest
    {
        let content = UNMutableNotificationContent()
        change(content)
        return UNNotificationRequest(
            identifier: "a",
            content: content,
            trigger: UNPushNotificationTrigger()
        )
    }

    @Test func `Xcode's template runs unchanged`() {
        let service = TemplateExtension()
        var shown: [String] = []
        let request = request {
            $0.title = "Hello"
            $0.userInfo = ["link": "https://example.org"]
        }
        service.didReceive(request) { shown.append($0.title + "|" + $0.subtitle) }
        service.serviceExtensionTimeWillExpire()
        #expect(shown == ["Hello [modified]|GET", "Hello [modified]|GET"])
    }

    @Test func `an extension that works in tasks runs unchanged`() async {
        let request = request { $0.body = "olleh" }
        let body = await withCheckedContinuation { continuation in
            ConcurrentExtension().didReceive(request) { continuation.resume(returning: $0.body) }
        }
        #expect(body == "hello")
    }

    @Test func `an extension that overrides nothing hands over what came`() {
        var shown: UNNotificationContent?
        let request = request { $0.title = "a" }
        UNNotificationServiceExtension().didReceive(request) { shown = $0 }
        #expect(shown == request.content)
        UNNotificationServiceExtension().serviceExtensionTimeWillExpire()
    }

    @Test func `a content extension shows, plays, and leaves actions to the app`() {
        let host = OpenedNotification()
        let media = MediaExtension()
        let context = NSExtensionContext(host: host)
        media.extensionContext = context
        let notification = UNNotification(request: request { $0.title = "film" }, date: Date())
        media.didReceive(notification)
        #expect(media.shown == ["film"] && media.mediaPlayPauseButtonType == .overlay)
        #expect(media.mediaPlayPauseButtonFrame == .zero)

        var option: UNNotificationContentExtensionResponseOption?
        let response = UNNotificationResponse.make(
            .init(notification: notification.values, actionIdentifier: "like")
        )
        media.didReceive(response) { option = $0 }
        #expect(option == .dismissAndForwardAction)

        media.mediaPlay()
        media.mediaPause()
        context.mediaPlayingPaused()
        context.performNotificationDefaultAction()
        context.dismissNotificationContentExtension()
        #expect(
            host.requests == [
                .mediaPlayingStarted, .mediaPlayingPaused, .defaultAction, .dismissal,
            ]
        )
        let like = UNNotificationAction(identifier: "like", title: "Like")
        context.notificationActions = [like]
        #expect(context.notificationActions == [like] && host.actions == [like.values])
    }

    @Test func `a content extension that shows nothing special has no button`() {
        final class Plain: NSObject, UNNotificationContentExtension {
            func didReceive(_ notification: UNNotification) {}
        }
        let plain = Plain()
        #expect(plain.mediaPlayPauseButtonType == .none)
        plain.mediaPlay()
        plain.mediaPause()
    }

    @Test func `a context outlives its notification and does nothing more`() {
        var host: OpenedNotification? = OpenedNotification()
        let context = host.map { NSExtensionContext(host: $0) }
        host = nil
        context?.mediaPlayingStarted()
        #expect(context?.notificationActions == [])
    }
}

/// A notification that a person opened, for tests.
private final class OpenedNotification: ContentExtensionHost {
    private let offered = Mutex<[UNNotificationAction.Values]>([])
    private let performed = Mutex<[ContentExtensionRequest]>([])

    var actions: [UNNotificationAction.Values] {
        get { offered.withLock(\.self) }
        set { offered.withLock { $0 = newValue } }
    }

    var requests: [ContentExtensionRequest] { performed.withLock(\.self) }

    func perform(_ request: ContentExtensionRequest) {
        performed.withLock { $0.append(request) }
    }
}
