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
    /// Whether this is the extension's own process.
    var isAlone = false
    let make: @Sendable () -> UNNotificationServiceExtension
    fileprivate let pushes = RunningPushes()

    func activity(all: Bool) -> HostActivity {
        HostActivity(
            isConnected: all && OpenConnections(of: getpid()).hasAny,
            nextTimer: pushes.nextDelay
        )
    }

    func prepare(
        _ request: UNNotificationRequest.Values,
        info: InfoPlist,
        telling tell: @escaping @Sendable (HostEvent) -> Void
    ) -> any HostedExtension {
        InProcessExtension(request: request, info: info, host: self, telling: tell)
    }
}

/// One extension object and the threads that call it.
private final class InProcessExtension: HostedExtension {
    private struct State {
        var object: HandedObject<UNNotificationServiceExtension>?
        var push: RunningPush?
        /// Whether the object is of no use any more.
        var isOver = false
    }

    private let request: UNNotificationRequest.Values
    private let info: InfoPlist
    private let host: InProcessHost
    private let tell: @Sendable (HostEvent) -> Void
    private let watch = AttachmentWatch()
    private let state = Mutex(State())

    init(
        request: UNNotificationRequest.Values,
        info: InfoPlist,
        host: InProcessHost,
        telling tell: @escaping @Sendable (HostEvent) -> Void
    ) {
        self.request = request
        self.info = info
        self.host = host
        self.tell = tell
    }

    func launch() {}

    func receive() {
        Thread.detachNewThread {
            self.host.services.withServices { self.run() }
        }
    }

    private func run() {
        // Its process may have come to its end at each step.
        guard let push = begin() else { return }
        RunningPush.$current.withValue(push) {
            let object = HandedObject(host.make())
            tell(.created)
            guard keep(object) else { return }
            tell(.received)
            guard state.withLock({ !$0.isOver }) else { return }
            call(object.object, push)
            tell(.returned)
        }
    }

    /// What holds from before the extension is made.
    private func begin() -> RunningPush? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            MainBundle.take(info)
            let push = RunningPush(
                of: host.pushes,
                allowing: info.transportSecurity,
                isAlone: host.isAlone
            ) { [tell] in tell(.insecureLoadStopped($0)) }
            host.pushes.add(push)
            state.push = push
            return push
        }
    }

    /// Calls the extension; the one content handler that is left when it returns is the
    /// extension's.
    private func call(_ object: UNNotificationServiceExtension, _ push: RunningPush) {
        let handler = ContentHandler(
            watch: watch,
            push: push,
            of: host.services.center,
            telling: tell
        )
        AttachmentWatch.$current.withValue(watch) {
            object.didReceive(UNNotificationRequest(values: request)) { handler.take($0) }
        }
    }

    private func keep(_ object: HandedObject<UNNotificationServiceExtension>) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.object = object
            return true
        }
    }

    func warn() {
        let (object, push) = state.withLock { ($0.object, $0.push) }
        guard let object else { return }
        Thread.detachNewThread { [services = host.services, tell, watch] in
            AttachmentWatch.$current.withValue(watch) {
                RunningPush.$current.withValue(push) {
                    services.withServices { object.object.serviceExtensionTimeWillExpire() }
                }
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
        host.services.withServices {
            let (object, push) = state.withLock { state in
                defer { (state.object, state.push) = (nil, nil) }
                state.isOver = true
                return (state.object, state.push)
            }
            push?.end()
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
