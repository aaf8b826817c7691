// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import FoundationShims
import Synchronization
import Testing

struct DarwinNotificationTests {
    /// Counts what it hears of.
    private final class Listener: Sendable {
        let count = Mutex(0)

        func observe(_ name: String) {
            unsafe CFNotificationCenterAddObserver(
                CFNotificationCenterGetDarwinNotifyCenter(),
                UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()),
                { _, observer, _, _, _ in
                    guard let observer = unsafe observer else { return }
                    let listener = unsafe Unmanaged<Listener>.fromOpaque(observer)
                    unsafe listener.takeUnretainedValue().count.withLock { $0 += 1 }
                },
                name as CFString,
                nil,
                .deliverImmediately
            )
        }

        func stop(_ name: String?) {
            unsafe CFNotificationCenterRemoveObserver(
                CFNotificationCenterGetDarwinNotifyCenter(),
                UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()),
                name.map { CFNotificationName($0 as CFString) },
                nil
            )
        }

        func stopAll() {
            unsafe CFNotificationCenterRemoveEveryObserver(
                CFNotificationCenterGetDarwinNotifyCenter(),
                UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
            )
        }
    }

    private let name = UUID().uuidString

    private func post(_ name: String) {
        CFNotificationCenterPostNotification(
            CFNotificationCenterGetDarwinNotifyCenter(),
            CFNotificationName(name as CFString),
            nil,
            nil,
            true
        )
    }

    /// Waits until the main queue has done what it was given.
    private func settle() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }

    @Test func `an observer hears of its name, and of no other`() async {
        let listener = Listener()
        listener.observe(name)
        post(name)
        post(name)
        post("another")
        await settle()
        #expect(listener.count.withLock(\.self) == 2)
        listener.stopAll()
    }

    // On the main actor, so that the main queue waits between sending and removing.
    @MainActor
    @Test func `who was removed hears nothing, not even of what was sent before`() async {
        let listener = Listener()
        listener.observe(name)
        listener.observe(name + ".2")
        post(name)
        listener.stop(name)
        post(name)
        await settle()
        #expect(listener.count.withLock(\.self) == 0)
        post(name + ".2")
        await settle()
        #expect(listener.count.withLock(\.self) == 1)
        listener.stopAll()
        post(name + ".2")
        await settle()
        #expect(listener.count.withLock(\.self) == 1)
    }
}
