// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import Foundation
import Synchronization

/// Sends notifications that are a name and nothing else, within this process.
///
/// Apple's Darwin notification center reaches every process of a device. This one reaches this
/// process alone, so an extension in a process of its own and its app don't hear each other. As
/// there, observers are called later, on the main queue; unlike there, two notifications are never
/// made one.
public final class CFNotificationCenter: Sendable {
    @safe
    private struct Observer {
        let address: UInt
        let name: CFNotificationName
        let callback: CFNotificationCallback
    }

    private struct State {
        var observers: [Int: Observer] = [:]
        var count = 0
    }

    static let darwin = CFNotificationCenter()

    private let state = Mutex(State())

    /// Has `callback` called for each notification of a name.
    func add(
        _ observer: UnsafeRawPointer?,
        _ name: CFNotificationName,
        _ callback: @escaping CFNotificationCallback
    ) {
        let address = UInt(bitPattern: observer)
        state.withLock { state in
            state.count += 1
            state.observers[state.count] = unsafe Observer(
                address: address,
                name: name,
                callback: callback
            )
        }
    }

    /// Forgets an observer: for one name, or for all.
    func remove(_ observer: UnsafeRawPointer?, _ name: CFNotificationName?) {
        let address = UInt(bitPattern: observer)
        state.withLock { state in
            state.observers = state.observers.filter { _, one in
                one.address != address || name.map { $0 != one.name } ?? false
            }
        }
    }

    /// Calls who observes the name, and still does when its turn comes.
    func post(_ name: CFNotificationName) {
        let numbers = state.withLock { state in
            state.observers.filter { $0.value.name == name }.keys.sorted()
        }
        for number in numbers {
            DispatchQueue.main.async {
                guard let observer = self.state.withLock({ $0.observers[number] }) else { return }
                let pointer = unsafe UnsafeMutableRawPointer(bitPattern: observer.address)
                unsafe observer.callback(self, pointer, name, nil, nil)
            }
        }
    }
}

/// What is called for a notification: with its center, the observer's pointer and the name.
///
/// Object and user info are nil, as on iOS. Apple's is a C function, which can't capture anything.
public typealias CFNotificationCallback =
    @Sendable (
        _ center: CFNotificationCenter?,
        _ observer: UnsafeMutableRawPointer?,
        _ name: CFNotificationName?,
        _ object: UnsafeRawPointer?,
        _ userInfo: CFDictionary?
    ) -> Void

/// When a suspended process hears of notifications; nothing is suspended here, so all are as the last.
public enum CFNotificationSuspensionBehavior: Int, Sendable {
    /// Never.
    case drop = 1
    /// Later, once.
    case coalesce = 2
    /// Later.
    case hold = 3
    /// At once.
    case deliverImmediately = 4
}
