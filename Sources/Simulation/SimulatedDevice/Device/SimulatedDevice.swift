// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Intents
import Synchronization
public import UserNotifications

/// A device that receives pushes and runs an app's notification service extension under the
/// system's rules.
///
///     let device = SimulatedDevice(profile: DeviceProfile(app: "com.example.app")) { NotificationService() }
///     let delivery = device.deliver(payload: Array(json.utf8))
///     #expect(await delivery.report.shown?.content.body == "Decrypted")
///
/// Nothing is random and, with a virtual clock, no time passes by itself: the same pushes give the
/// same reports.
public final class SimulatedDevice: Sendable {
    /// The time on the device.
    public let clock: DeviceClock
    let settings: Settings
    let centre: DeviceCentre
    let host: any ExtensionHosting
    let settling: Settling
    let donationList = DonationList()
    let front: UNUserNotificationCenter.Shared
    let traffic = Mutex(Traffic())
    let network = Network()

    /// A device whose extension runs in this process.
    ///
    /// - Parameters:
    ///   - profile: What the device, its user and the app are like.
    ///   - clock: The time on the device; virtual unless told.
    ///   - patience: How long, in real time, a call into the extension may take before it counts as one that hangs.
    ///   - makeExtension: Makes the extension; called for each push anew, on a thread of its own.
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

    /// A device whose extension runs in a process of its own, so that it can crash, hang and be killed.
    ///
    /// The process is started with the first push and serves those that follow; after a crash or a
    /// kill the next push starts it anew. It has the environment of this process. What it prints
    /// goes to the standard error.
    ///
    /// The report is the same as for an extension in this process, but for what only a process can
    /// do: end by itself, or be ended while it hangs, so that it does not hand over later. What
    /// crashes takes with it all instances that run at once. Its memory is looked at every 2
    /// milliseconds, so what is taken and given back in less is not seen.
    ///
    /// - Parameters:
    ///   - profile: What the device, its user and the app are like.
    ///   - clock: The time on the device; virtual unless told. The extension can't see it.
    ///   - patience: How long, in real time, a call into the extension may take before it counts as one that hangs;
    ///     starting the process is part of the first.
    ///   - executable: A program whose main calls ``ExtensionHost/main(_:)``.
    ///   - arguments: What the program is given after its own name.
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
        ) { services, centre in
            ProcessHost(
                executable: executable.path,
                arguments: arguments,
                services: services,
                centre: centre
            )
        }
    }

    init(
        profile: DeviceProfile,
        clock: DeviceClock,
        patience: Duration,
        programFolder: URL,
        makeHost: (AppServices, DeviceCentre) -> any ExtensionHosting
    ) {
        self.clock = clock
        settings = Settings(profile)
        settling = Settling(patience: patience)
        centre = DeviceCentre(
            clock: clock,
            settings: settings,
            settling: settling,
            donations: donationList,
            programFolder: programFolder
        )
        front = UNUserNotificationCenter.Shared(UNUserNotificationCenter(backing: centre))
        host = makeHost(
            AppServices(center: front, donations: donationList, areOfExtension: true),
            centre
        )
        centre.front = front
    }

    deinit {
        // The app may hold on to the centre, as may an extension's process until it has ended.
        centre.store.empty()
    }

    /// What the device, its user and the app are like; what comes after a change goes by it.
    ///
    /// Changing one member reads the whole, and writes it back: ``changeProfile(_:)`` does both in one
    /// step, where something else may change it meanwhile, as the app that asks its user.
    public var profile: DeviceProfile {
        get { settings.profile }
        set { changeProfile { $0 = newValue } }
    }

    /// Changes the profile in one step, so that no other change is lost.
    ///
    ///     device.changeProfile { $0.lock = .locked }
    ///
    /// - Parameter change: The change; it must not ask the device for anything.
    public func changeProfile(_ change: (inout DeviceProfile) -> Void) {
        let isOnline = settings.changeProfile { profile in
            change(&profile)
            return profile.isOnline
        }
        if isOnline { network.wake() }
        centre.launchAppIfRunning()
    }

    /// The notification centre as the app on the device has it.
    public var notificationCenter: UNUserNotificationCenter { front.center }

    /// What the app and its extension have donated, in order; an interaction of one identifier takes the place of the last.
    public var donations: [INInteraction] {
        donationList.donations.map { INInteraction(values: $0) }
    }

    /// Lets time pass on a virtual clock: everything that is due happens in its order.
    ///
    /// Before each step it waits for extensions to return from the call that they are in. What they
    /// go on with in tasks or queues of their own it can't see: await its effect first.
    public func advance(by duration: Duration) async {
        precondition(clock.kind == .virtual, "a real clock passes by itself")
        let end = clock.now.advanced(by: duration)
        repeat { await settling.wait() } while clock.step(to: end)
    }
}
