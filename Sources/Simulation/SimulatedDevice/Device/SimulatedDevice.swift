// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Intents
import Synchronization
public import UserNotifications

/// A device that receives pushes and runs an app's notification service extension under the
/// system's rules.
///
///     let profile = DeviceProfile(app: "com.example.app")
///     let device = SimulatedDevice(profile: profile) { NotificationService() }
///     let delivery = device.deliver(payload: Array(json.utf8))
///     #expect(await delivery.report.shown?.content.body == "Decrypted")
///
/// Nothing is random and, with a virtual clock, no time passes by itself, so the same pushes give
/// the same reports.
public final class SimulatedDevice: Sendable {
    /// The time on the device.
    public let clock: DeviceClock
    let settings: Settings
    let center: DeviceCenter
    let host: any ExtensionHosting
    let settling: Settling
    let donationList = DonationList()
    let front: UNUserNotificationCenter.Shared
    let traffic = Mutex(Traffic())
    let network = Network()

    /// Creates a device that runs the extension in this process.
    ///
    /// - Parameters:
    ///   - profile: The state and settings of the device, its user and the app.
    ///   - clock: The clock of the device; virtual by default.
    ///   - patience: The real time after which a call to the extension counts as hanging.
    ///   - makeExtension: Makes the extension; called once for each push, on its own thread.
    public convenience init(
        profile: DeviceProfile,
        clock: DeviceClock = DeviceClock(),
        patience: Duration = .seconds(2),
        makeExtension: @escaping @Sendable () -> UNNotificationServiceExtension
    ) {
        self.init(
            profile: profile,
            clock: clock,
            patience: patience,
            programFolder: Bundle.main.bundleURL
        ) { services, _ in
            InProcessHost(services: services, make: makeExtension)
        }
    }

    /// Creates a device that runs the extension in a separate process, which can crash, hang and be
    /// killed.
    ///
    /// The first push starts the process, and later pushes use it; after a crash or a kill the next
    /// push starts it again. It inherits the environment of this process, and its output goes to
    /// the standard error.
    ///
    /// The reports are the same as for an extension in this process, except for what only a process
    /// can do: it can crash, and the device can kill it while it hangs, so that it does not hand
    /// over later. A crash ends all instances that run at once. The device checks the memory every
    /// 2 milliseconds and misses shorter peaks.
    ///
    /// - Parameters:
    ///   - profile: The state and settings of the device, its user and the app.
    ///   - clock: The clock of the device; virtual by default. The extension cannot read it.
    ///   - patience: The real time after which a call to the extension counts as hanging; the start
    ///     of the process is part of the first call.
    ///   - executable: A program that calls ``ExtensionHost/main(_:)``.
    ///   - arguments: The arguments of the program.
    public convenience init(
        profile: DeviceProfile,
        clock: DeviceClock = DeviceClock(),
        patience: Duration = .seconds(2),
        executable: URL,
        arguments: [String] = []
    ) {
        self.init(
            profile: profile,
            clock: clock,
            patience: patience,
            programFolder: executable.resolvingSymlinksInPath().deletingLastPathComponent()
        ) { services, center in
            ProcessHost(
                executable: executable.path,
                arguments: arguments,
                services: services,
                center: center
            )
        }
    }

    init(
        profile: DeviceProfile,
        clock: DeviceClock,
        patience: Duration,
        programFolder: URL,
        makeHost: (AppServices, DeviceCenter) -> any ExtensionHosting
    ) {
        self.clock = clock
        settings = Settings(profile)
        settling = Settling(patience: patience)
        center = DeviceCenter(
            clock: clock,
            settings: settings,
            settling: settling,
            donations: donationList,
            programFolder: programFolder
        )
        front = UNUserNotificationCenter.Shared(UNUserNotificationCenter(backing: center))
        host = makeHost(
            AppServices(center: front, donations: donationList, areOfExtension: true),
            center
        )
        center.front = front
    }

    deinit {
        // The app may keep the center, as may an extension's process until it has ended.
        center.store.empty()
    }

    /// The state and settings of the device, its user and the app.
    ///
    /// A change of one member reads and writes the whole profile. Use ``changeProfile(_:)`` if
    /// another thread may change it at the same time, such as an app that asks for permission.
    public var profile: DeviceProfile {
        get { settings.profile }
        set { changeProfile { $0 = newValue } }
    }

    /// Changes the profile in one step, so that no concurrent change is lost.
    ///
    ///     device.changeProfile { $0.lock = .locked }
    ///
    /// - Parameter change: The change; it must not call the device.
    public func changeProfile(_ change: (inout DeviceProfile) -> Void) {
        let isOnline = settings.changeProfile { profile in
            change(&profile)
            return profile.isOnline
        }
        if isOnline { network.wake() }
        center.launchAppIfRunning()
    }

    /// The notification center of the app on the device.
    public var notificationCenter: UNUserNotificationCenter { front.center }

    /// The interactions that the app and its extension have donated, in order.
    ///
    /// A later interaction replaces an earlier one of the same identifier.
    public var donations: [INInteraction] {
        donationList.donations.map { INInteraction(values: $0) }
    }

    /// Moves a virtual clock forward; everything that is due happens in order.
    ///
    /// Before each step it waits for the current calls to extensions to return. It does not wait
    /// for their tasks and queues: await the effects of those first.
    public func advance(by duration: Duration) async {
        precondition(clock.kind == .virtual, "a real clock passes by itself")
        let end = clock.now.advanced(by: duration)
        repeat { await settling.wait() } while clock.step(to: end)
    }
}
