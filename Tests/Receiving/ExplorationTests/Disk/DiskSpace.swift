// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// All disks that were met, and what their numbers mean.
final class DiskSpace {
    /// Relative to the store, whose own path is empty and has the number 0.
    private(set) var paths = Interner("")
    private(set) var parents = [0]
    /// Whose temporary file a path is.
    private(set) var owners: [(slot: Int, number: Int)?] = [nil]
    private(set) var contents: [[UInt8]] = []
    var listings = Interner<[PathRef]>([])
    var values = Interner(Disk.Value.absent)
    var cells = Interner(Disk.Cell(current: 0, survivors: []))
    var disks = Interner(Disk(hour: 0))

    /// What crashes leave of the disks that were asked for: one disk is met with many states of the
    /// processes.
    var disksAfterKill: [Int: Int] = [:]
    var disksAfterPowerLoss: [Int: [Int]] = [:]

    /// Whether all that stands on a disk is of the same hour, so that no process learns when a
    /// folder changed.
    var timeStandsStill = true

    /// The folder of temporary files.
    private(set) var temporary = 0

    init() {
        temporary = path("tmp")
    }

    func path(_ text: String) -> Int {
        let count = paths.values.count
        let number = paths.number(of: text)
        guard number == count else { return number }
        let parent = text.lastIndex(of: "/").map { String(text[..<$0]) } ?? ""
        parents.append(0)
        owners.append(nil)
        parents[number] = path(parent)
        return number
    }

    /// The path that a process in `slot` means.
    func path(_ ref: PathRef, in slot: Int) -> Int {
        guard ref < 0 else { return ref }
        let number = path("tmp/\(slot)-\(-ref)")
        owners[number] = (slot, -ref)
        return number
    }

    func add(_ bytes: [UInt8]) -> Int {
        contents.append(bytes)
        return contents.count - 1
    }

    private struct Extension: Hashable {
        let old: Int
        let added: Int
    }

    private var extensions: [Extension: Int] = [:]

    /// The number of what a file holds that was extended.
    func extending(_ old: Int, by added: Int) -> Int {
        let key = Extension(old: old, added: added)
        if let known = extensions[key] { return known }
        let both = contents[old] + contents[added]
        let number = contents.firstIndex(of: both) ?? add(both)
        extensions[key] = number
        return number
    }

    // MARK: - What stands where

    func value(_ path: Int, on disk: Disk) -> Disk.Value {
        values[cells[disk.cell(path)].current]
    }

    func isFolder(_ path: Int, on disk: Disk) -> Bool {
        guard path != 0 else { return true }
        if case .folder = value(path, on: disk) { return true }
        return false
    }

    func children(of folder: Int, on disk: Disk) -> [Int] {
        disk.cells.indices.filter { path in
            path != 0 && parents[path] == folder && cells[disk.cells[path]].current != 0
        }
    }

    // MARK: - Changes

    /// Puts a value under a name, of which nothing is durable.
    func put(_ value: Disk.Value, at path: Int, on disk: inout Disk) {
        let number = values.number(of: value)
        let old = cells[disk.cell(path)]
        let survivors = Set(old.survivors).union([old.current]).subtracting([number])
        let cell = Disk.Cell(current: number, survivors: survivors.sorted())
        disk.set(path, cells.number(of: cell))
        touch(parents[path], on: &disk)
    }

    /// Changes a file that has one name.
    func change(_ value: Disk.Value, at path: Int, on disk: inout Disk) {
        var cell = cells[disk.cell(path)]
        cell.current = values.number(of: value)
        disk.set(path, cells.number(of: cell))
    }

    /// Notes that the names in a folder changed just now.
    private func touch(_ folder: Int, on disk: inout Disk) {
        guard folder != 0, case .folder(let hour) = value(folder, on: disk), hour != disk.hour
        else { return }
        var cell = cells[disk.cell(folder)]
        cell.current = values.number(of: .folder(hour: disk.hour))
        disk.set(folder, cells.number(of: cell))
    }

    /// Makes what stands under a name durable, and nothing else that stood there.
    func settle(_ path: Int, on disk: inout Disk) {
        let cell = Disk.Cell(current: cells[disk.cell(path)].current, survivors: [])
        disk.set(path, cells.number(of: cell))
    }

    /// Replaces values wherever they stand or may survive.
    func replaceValues(on disk: inout Disk, _ change: (Disk.Value) -> Disk.Value) {
        for path in disk.cells.indices where disk.cell(path) != 0 {
            var cell = cells[disk.cell(path)]
            let numbers = [cell.current] + cell.survivors
            let changed = numbers.map { values[$0] }.map(change).map { values.number(of: $0) }
            guard changed != numbers else { continue }
            cell.current = changed[0]
            cell.survivors = Set(changed.dropFirst()).subtracting([changed[0]]).sorted()
            disk.set(path, cells.number(of: cell))
        }
    }
}
