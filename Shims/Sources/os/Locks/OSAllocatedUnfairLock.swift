// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A lock with the state that it guards.
///
/// Its waiters sleep; who holds it may not take it again, or waits for ever, where Apple's ends the
/// process.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // The state is only touched by who holds the lock, and what is touched so is `Sendable`, or the
    // caller said `unchecked`.
    private let storage: Storage<State>

    /// A lock with a state that need not be `Sendable`.
    public init(uncheckedState initialState: State) {
        storage = Storage(initialState)
    }

    /// Takes the lock, runs `body`, and frees the lock.
    public func withLockUnchecked<Result>(
        _ body: (inout State) throws -> Result
    ) rethrows -> Result {
        storage.lock()
        defer { storage.unlock() }
        return try body(&storage.state)
    }

    /// Takes the lock, runs `body`, and frees the lock.
    public func withLock<Result: Sendable>(
        _ body: @Sendable (inout State) throws -> Result
    ) rethrows -> Result {
        try withLockUnchecked(body)
    }

    /// Does as ``withLockUnchecked(_:)`` if the lock is free, else nothing.
    public func withLockIfAvailableUnchecked<Result>(
        _ body: (inout State) throws -> Result
    ) rethrows -> Result? {
        guard storage.tryLock() else { return nil }
        defer { storage.unlock() }
        return try body(&storage.state)
    }

    /// Does as ``withLock(_:)`` if the lock is free, else nothing.
    public func withLockIfAvailable<Result: Sendable>(
        _ body: @Sendable (inout State) throws -> Result
    ) rethrows -> Result? {
        try withLockIfAvailableUnchecked(body)
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// A lock with a state.
    public init(initialState: State) {
        self.init(uncheckedState: initialState)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// A lock that guards what its users agree on.
    public init() {
        self.init(uncheckedState: ())
    }

    /// Takes the lock, runs `body`, and frees the lock.
    public func withLock<Result: Sendable>(
        _ body: @Sendable () throws -> Result
    ) rethrows -> Result {
        try withLockUnchecked { _ in try body() }
    }

    /// Takes the lock, runs `body`, and frees the lock, if it is free; else nothing.
    public func withLockIfAvailable<Result: Sendable>(
        _ body: @Sendable () throws -> Result
    ) rethrows -> Result? {
        try withLockIfAvailableUnchecked { _ in try body() }
    }

    /// Waits until the lock is free, and takes it.
    public func lock() {
        storage.lock()
    }

    /// Takes the lock if it is free, and says whether it was.
    public func lockIfAvailable() -> Bool {
        storage.tryLock()
    }

    /// Frees the lock.
    public func unlock() {
        storage.unlock()
    }
}

@safe
private final class Storage<State> {
    var state: State
    private let word = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)

    init(_ state: State) {
        self.state = state
        unsafe word.initialize(to: os_unfair_lock())
    }

    deinit {
        unsafe word.deallocate()
    }

    func lock() {
        unsafe os_unfair_lock_lock(word)
    }

    func tryLock() -> Bool {
        unsafe os_unfair_lock_trylock(word)
    }

    func unlock() {
        unsafe os_unfair_lock_unlock(word)
    }
}
