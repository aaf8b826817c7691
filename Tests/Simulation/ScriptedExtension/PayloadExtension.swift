// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotifications

/// An extension that does what the payload tells it: the steps under `script` when it receives,
/// those under `warned` when its time is up.
public final class PayloadExtension: UNNotificationServiceExtension {
    private var scene: ScriptedScene?

    /// An extension without a push.
    public override init() {}

    deinit {
        scene?.end()
    }

    public override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let content = UNMutableNotificationContent()
        content.title = request.content.title
        content.body = request.content.body
        content.userInfo = request.content.userInfo
        let scene = ScriptedScene(content: content, hand: contentHandler)
        self.scene = scene
        scene.play(request.content.userInfo["script"])
    }

    public override func serviceExtensionTimeWillExpire() {
        scene?.play(scene?.content.userInfo["warned"])
    }
}

/// What the extension does while its object is made.
public enum ScriptedStart: String, CaseIterable, Sendable {
    /// It never ends.
    case hanging
    /// It takes 40 MB of memory.
    case hogging
    /// The process aborts.
    case crashing
    /// The process exits with 3.
    case exiting
    /// It asks for ``plainHTTP``.
    case asking

    /// A URL that App Transport Security stops.
    public static let plainHTTP = "http://files.example/start"

    /// Does it.
    public func play() {
        switch self {
        case .hanging: ScriptedScene.hang()
        case .hogging: ScriptedScene.hog(megabytes: 40)
        case .crashing: abort()
        case .exiting: exit(3)
        case .asking: _ = URL(string: Self.plainHTTP).map { try? Data(contentsOf: $0) }
        }
    }
}
