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

/// One run of a program: the answers that it is given again, and the disk on which it then goes on
/// alone.
///
/// What it does alone is one of the interleavings, too, so every run teaches the tree a whole path
/// instead of a step.
struct Run {
    let slot: Int
    /// Where the process stands in the tree.
    private(set) var node: Int
    /// The answers to be given again.
    private var repeated: ArraySlice<Int>
    private var disk: Int
    /// The real names of its temporary files.
    private(set) var temporaryFiles: [String] = []
    var expire: (@Sendable () -> Void)?

    init(of root: Int, in slot: Int, repeating answers: [Int], then disk: Int) {
        self.slot = slot
        node = root
        repeated = answers[...]
        self.disk = disk
    }

    /// Answers a step; where the answer is `expire`, the step is to be asked for again after the
    /// warning.
    mutating func answer(_ call: Call, contents: [UInt8]?, in world: World) -> Answer {
        let call = world.histories.meet(call, at: node) {
            contents.map { world.disks.add($0) } ?? call.value
        }
        let answer: Answer
        if let number = repeated.popFirst() {
            answer = world.histories.answers[number]
        } else {
            (answer, disk) = world.disks.apply(call, by: slot, on: disk)
        }
        let number = world.histories.answers.number(of: answer)
        node = world.histories.descend(from: node, by: number)
        return answer
    }

    /// The path that a name means; a temporary file that was never seen is the process's own and
    /// new.
    mutating func ref(_ name: String, in disks: DiskSpace) -> PathRef {
        guard name.hasPrefix("tmp/") else { return disks.path(name) }
        if let index = temporaryFiles.firstIndex(of: name) { return -index - 1 }
        guard !disks.paths.values.contains(name) else { return disks.path(name) }
        temporaryFiles.append(name)
        return -temporaryFiles.count
    }

    /// The name, without its folder, by which this process knows a path.
    func name(_ ref: PathRef, in disks: DiskSpace) -> String {
        let path = ref < 0 ? temporaryFiles[-ref - 1] : disks.paths[ref]
        return String(path.split(separator: "/").last ?? "")
    }
}

/// All that an exploration knows.
final class World {
    let disks = DiskSpace()
    let histories = Histories()
    /// The run that goes on at present.
    var run: Run?
    /// The disk that is seen while no run goes on.
    var disk = 0
}
