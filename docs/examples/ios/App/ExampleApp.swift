// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// For Apple systems alone: no other compiles this file.

import BackgroundTasks
import Foundation
import SealedPushRelayClient
import SwiftUI
import UIKit
import UserNotifications
import os

@main
struct ExampleApp: App {
    @UIApplicationDelegateAdaptor private var delegate: AppDelegate
    @Environment(\.scenePhase) private var phase

    var body: some Scene {
        WindowGroup { ContentView() }
            // A link of the associated domain, which another app or a page may have made.
            .onOpenURL { url in
                Task { await AppDelegate.pairing.read(url.absoluteString, from: .system) }
            }
            .onChange(of: phase) { _, phase in
                if phase == .active { delegate.update() }
                if phase == .background { AppDelegate.scheduleUpdate() }
            }
            .backgroundTask(.appRefresh(AppDelegate.updateTask)) {
                await AppDelegate.scheduleUpdate()
                try? await AppDelegate.device.update()
            }
    }
}

struct ContentView: View {
    @State private var mayNotify: Bool?
    private let pairing = AppDelegate.pairing

    /// The sheet is there until its screen is closed.
    private var isPairing: Binding<Bool> {
        Binding {
            pairing.step != .closed
        } set: { isShown in
            if !isShown { pairing.close() }
        }
    }

    var body: some View {
        VStack(spacing: 24) {
            Text(mayNotify == false ? "Allow notifications in Settings" : "Example")
            Button("Pair with a sender") { pairing.scan() }
        }
        .sheet(isPresented: isPairing) { PairingView(screen: pairing) }
        .task {  // an app of yours asks when its user knows why
            mayNotify = try? await UNUserNotificationCenter.current()
                .requestAuthorization(options: [.alert, .sound, .badge])
        }
    }
}

/// What the system tells the app, passed on to the device.
final class AppDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    static let updateTask = "com.example.app.update"
    static let device: Device = {
        guard let client = try? RelayClient(Shared.relay) else {
            preconditionFailure("the relay's URL is an origin")
        }
        return Device(
            sender: Device.Sender(
                name: "Example",
                identity: "what `sealedpush sender identity` prints"
            ),
            relay: Relay(
                client: client,
                invitation: { try await Server.invitation() },
                terms: { try await Server.terms() },
                subscribe: { try await Server.subscribe($0) }
            ),
            name: UIDevice.current.name,
            permission: {
                let settings = await UNUserNotificationCenter.current().notificationSettings()
                return settings.authorizationStatus == .authorized ? .allowed : .off
            }
        )
    }()
    static let pairing = PairingScreen(of: device)
    private let log = Logger(subsystem: "com.example.app", category: "push")

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        // At each launch, since the token changes; it takes no permission.
        application.registerForRemoteNotifications()
        update()
        return true
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        update(token: deviceToken)
    }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        log.error("no token: \(error.localizedDescription)")
    }

    /// The relay's code, while the app is there; the extension answers it otherwise.
    func application(
        _ application: UIApplication,
        didReceiveRemoteNotification push: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        nonisolated(unsafe) let push = push
        do {
            try await Self.device.take(push)
            return .newData
        } catch {
            return .failed
        }
    }

    /// The device was unlocked: what was deferred can be opened now.
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
        update()
    }

    func update(token: Data? = nil) {
        Task {
            do {
                try await Self.device.update(token: token)
            } catch {
                // `StoreError.orphaned` is for the user to be told: `Device.reset()` makes a new device.
                log.error("update: \(String(describing: error), privacy: .public)")
            }
        }
    }

    /// Asks for a run once a day, so that prekeys stay fresh while nobody opens the app.
    static func scheduleUpdate() {
        let request = BGAppRefreshTaskRequest(identifier: updateTask)
        request.earliestBeginDate = Date(timeIntervalSinceNow: 20 * 3600)
        try? BGTaskScheduler.shared.submit(request)
    }

    /// Without this nothing that is posted while the app is in the foreground would be seen.
    ///
    /// Not as `async`: the system's handler would be called off the main thread, which ends the app. The same holds for
    /// `didReceive response`, where `userInfo["sealedpush"]` says who signed a message that was tapped (`sender`) and
    /// which one it is (`message`).
    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.banner, .list, .sound, .badge])
    }
}
