// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys
import SealedPushServiceExtension
import SealedPushStore
import SwiftUI
import UserNotifications

@main
struct ExampleApp: App {
    @UIApplicationDelegateAdaptor private var delegate: AppDelegate

    var body: some Scene {
        WindowGroup { Text("Example") }
    }
}

/// The app's part: it makes the store, and shows what has waited for the device to be unlocked.
final class AppDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        do {
            try makeStore()
        } catch {
            // An existing store that can't be opened is never replaced: docs/store.md says what to do.
        }
        postWaiting()
        return true
    }

    /// The device was unlocked: what was parked can be opened now.
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
        postWaiting()
    }

    /// Without this nothing that is posted while the app is in the foreground would be seen.
    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        [.banner, .list, .sound, .badge]
    }

    private func postWaiting() {
        Task {
            // Where the device is still locked this throws, and what waits goes on waiting.
            try? await WaitingMessages(.shared).post()
        }
    }

    /// Makes the store with the device's keys, once.
    private func makeStore() throws {
        let path = ServiceSettings.shared.storePath
        guard !FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.setAttributes(
            [.protectionKey: FileProtectionType.none],
            ofItemAtPath: Shared.folder.path
        )
        guard let topic = Topic("com.example.app") else { return }
        let draft = try StoreDraft(at: path, key: Shared.key)
        let now = Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000))
        try DeviceKeys.create(in: draft.store, topic: topic, now: now)
        _ = try draft.commit()
    }
}
