// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
