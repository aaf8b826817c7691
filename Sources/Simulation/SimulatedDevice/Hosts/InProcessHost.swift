// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import UserNotifications

/// Extensions in this process, each push on a thread of its own.
///
/// A thread can't be ended from outside: an extension that hangs keeps its thread until the process
/// ends, and what it does after its end has no effect.
struct InProcessHost: ExtensionHosting {
    let services: AppServices
    let make: @Sendable () -> UNNotificationServiceExtension
    private let pushes = RunningPushes()

    init(services: AppServices, make: @escaping @Sendable () -> UNNotificationServiceExtension) {
        self.services = services
        self.make = make
    }

    func activity(all: Bool) -> HostActivity {
        HostActivity(
            isConnected: (all || pushes.hasAsked) && OpenConnections(of: getpid()).hasAny,
            nextTimer: pushes.nextDelay
        )
    }

    func prepare(
        _ request: UNNotificationRequest.Values,
        info: InfoPlist,
        telling tell: @escaping @Sendable (HostEvent) -> Void
    ) -> any HostedExtension {
        InProcessExtension(
            request: request,
            info: info,
            services: services,
            pushes: pushes,
            make: make,
            telling: tell
        )
    }
}

/// One extension object and the threads that call it.
private final class InProcessExtension: HostedExtension {
    private struct State {
        var object: Handle<UNNotificationServiceExtension>?
        /// Whether the object is of no use any more.
        var isOver = false
    }

    private let request: UNNotificationRequest.Values
    private let info: InfoPlist
    private let services: AppServices
    private let pushes: RunningPushes
    private let make: @Sendable () -> UNNotificationServiceExtension
    private let tell: @Sendable (HostEvent) -> Void
    private let watch = AttachmentWatch()
    private let state = Mutex(State())

    init(
        request: UNNotificationRequest.Values,
        info: InfoPlist,
        services: AppServices,
        pushes: RunningPushes,
        make: @escaping @Sendable () -> UNNotificationServiceExtension,
        telling tell: @escaping @Sendable (HostEvent) -> Void
    ) {
        self.request = request
        self.info = info
        self.services = services
        self.pushes = pushes
        self.make = make
        self.tell = tell
    }

    func launch() {}

    func receive() {
        Thread.detachNewThread {
            self.services.withServices { self.run() }
        }
    }

    private func run() {
        MainBundle.take(info)
        let object = Handle(make())
        tell(.created)
        guard keep(object) else { return }
        tell(.received)
        // Its process may have come to its end at either step.
        guard state.withLock({ !$0.isOver }) else { return }
        call(object.object)
        tell(.returned)
    }

    /// Calls the extension; the one content handler that is left when it returns is the
    /// extension's.
    private func call(_ object: UNNotificationServiceExtension) {
        let push = RunningPush(of: pushes, allowing: info.transportSecurity) { [tell] in
            tell(.insecureLoadStopped($0))
        }
        pushes.add(push)
        let handler = ContentHandler(
            watch: watch,
            push: push,
            of: services.center,
            telling: tell
        )
        AttachmentWatch.$current.withValue(watch) {
            object.didReceive(UNNotificationRequest(values: request)) { handler.take($0) }
        }
    }

    private func keep(_ object: Handle<UNNotificationServiceExtension>) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.object = object
            return true
        }
    }

    func warn() {
        guard let object = state.withLock(\.object) else { return }
        Thread.detachNewThread { [services, tell, watch] in
            AttachmentWatch.$current.withValue(watch) {
                services.withServices { object.object.serviceExtensionTimeWillExpire() }
            }
            tell(.warningReturned)
        }
    }

    func kill() { release() }

    func crash() {
        release()
        tell(.crashed("signal \(SIGABRT)"))
    }

    func release() {
        // The object may ask the system, and tell, as it goes: not while the lock is held.
        services.withServices {
            let object = state.withLock { state in
                defer { state.object = nil }
                state.isOver = true
                return state.object
            }
            withExtendedLifetime(object) {}
        }
    }
}

/// What the extension's content handler calls; it goes with the last who holds that.
private final class ContentHandler: Sendable {
    private let watch: AttachmentWatch
    private let push: RunningPush
    private let tell: @Sendable (HostEvent) -> Void

    init(
        watch: AttachmentWatch,
        push: RunningPush,
        of shared: UNUserNotificationCenter.Shared,
        telling tell: @escaping @Sendable (HostEvent) -> Void
    ) {
        self.watch = watch
        self.push = push
        self.tell = tell
        watch.start(of: shared.center) { tell(.attachmentNotMade($0)) }
    }

    deinit {
        watch.stop()
        tell(.handlerReleased)
    }

    func take(_ content: UNNotificationContent) {
        watch.takeKept()
        watch.stop()
        push.handOver()
        tell(.handedOver(content.values))
    }
}
