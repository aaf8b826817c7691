// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a process does from its start to its end: real code, on files that a ``Run`` answers.
struct Program: Sendable {
    let name: String
    /// Whether the system may warn it that its time is over, before any of its steps.
    var mayExpire = false
    /// How many times it hands over if it is not stopped; nil where that depends on what it finds.
    var handOvers: Int?
    let body: @Sendable (Process) async -> Void
}

/// What a process hands over, or what a test wants to know of it.
enum Handing: Hashable {
    /// The message of this number, as new.
    case new(Int)
    /// The message, quietly, with the same content.
    case quiet(Int)
    /// The generic placeholder.
    case placeholder
    /// The same without sound and at the passive level.
    case quietPlaceholder
    /// The notice that the message of this number waits for the device to be unlocked, quiet or
    /// not.
    case notice(Int)
    /// Not content: an erasure of the prekey of the message was reported as done.
    case erased(Int)
    /// Anything else; always a fault.
    case trouble(String)
}

/// A process, as its program sees it.
struct Process: Sendable {
    let files: ReplayingFiles

    /// Hands something over: a step that others may come before or after.
    func handOver(_ handing: Handing) {
        files.handOver(handing)
    }

    /// A step that does nothing, for what may happen to the process there.
    func pause() {
        files.pause()
    }

    /// Lets an hour pass on the disk's clock.
    func hourPasses() {
        files.hourPasses()
    }

    /// Says what is done when the system's warning comes, inside whatever call the process is in.
    func onExpire(_ body: @escaping @Sendable () -> Void) {
        files.onExpire(body)
    }
}
