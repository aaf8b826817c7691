// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import UserNotifications
import ValueObjects

/// Extensions in the test's own process, each push on a thread of its own.
///
/// A thread can't be ended from outside: an extension that hangs keeps its thread until the process
/// ends, and what it does after its end has no effect.
struct InProcessHost: ExtensionHosting {
    let centre: UNUserNotificationCenter.Shared
    let make: @Sendable () -> UNNotificationServiceExtension

    func launch(
        _ request: UNNotificationRequest.Values,
        telling tell: @escaping @Sendable (HostEvent) -> Void
    ) -> any HostedExtension {
        let instance = InProcessExtension(centre: centre, telling: tell)
        Thread.detachNewThread { instance.run(request, makingWith: make) }
        return instance
    }
}

/// One extension object and the threads that call it.
private final class InProcessExtension: HostedExtension {
    private struct State {
        var object: Handle<UNNotificationServiceExtension>?
        var isKilled = false
    }

    private let centre: UNUserNotificationCenter.Shared
    private let tell: @Sendable (HostEvent) -> Void
    private let state = Mutex(State())

    init(
        centre: UNUserNotificationCenter.Shared,
        telling tell: @escaping @Sendable (HostEvent) -> Void
    ) {
        self.centre = centre
        self.tell = tell
    }

    func run(
        _ request: UNNotificationRequest.Values,
        makingWith make: () -> UNNotificationServiceExtension
    ) {
        UNUserNotificationCenter.$bound.withValue(centre) {
            let object = Handle(make())
            tell(.created)
            let isWanted = state.withLock { state in
                guard !state.isKilled else { return false }
                state.object = object
                return true
            }
            guard isWanted else { return }
            tell(.received)
            object.object.didReceive(UNNotificationRequest(values: request)) { [tell] content in
                tell(.handedOver(content.values))
            }
            tell(.returned)
        }
    }

    func warn() {
        guard let object = state.withLock({ $0.object }) else { return }
        Thread.detachNewThread { [centre, tell] in
            UNUserNotificationCenter.$bound.withValue(centre) {
                object.object.serviceExtensionTimeWillExpire()
            }
            tell(.warningReturned)
        }
    }

    func kill() {
        state.withLock { state in
            state.isKilled = true
            state.object = nil
        }
    }
}
