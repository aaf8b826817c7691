// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DiskSpace {
    /// Takes a step on a disk, as the file system would, and returns the answer and the disk after
    /// it.
    ///
    /// What is no call to the file system is always answered by `done`.
    func apply(_ call: Call, by slot: Int, on number: Int) -> (Answer, disk: Int) {
        var disk = disks[number]
        let answer = apply(call, by: slot, on: &disk)
        return (answer, disks.number(of: disk))
    }

    private func apply(_ call: Call, by slot: Int, on disk: inout Disk) -> Answer {
        let path = path(call.path, in: slot)
        switch call.kind {
        case .read, .status, .names: return look(call.kind, at: path, by: slot, on: disk)
        case .create, .makeFolder:
            guard isFolder(parents[path], on: disk) else { return .absent }
            guard value(path, on: disk) == .absent else { return .exists }
            // Where there is nothing to write, nothing of it can be lost.
            let sync: Disk.Sync =
                call.kind == .create && contents[call.value].isEmpty
                ? .synced : .unsynced(slot: slot, number: -call.path)
            let file = Disk.Value.file(contents: call.value, sync, hour: disk.hour)
            let made = call.kind == .create ? file : .folder(hour: disk.hour)
            put(made, at: path, on: &disk)
        case .append:
            switch value(path, on: disk) {
            case .file(let old, _, _):
                let sync = Disk.Sync.unsynced(slot: slot, number: -call.path)
                let both = extending(old, by: call.value)
                change(.file(contents: both, sync, hour: disk.hour), at: path, on: &disk)
            case .absent: return .absent
            case .folder: return .unexpectedKind
            }
        case .link, .rename:
            let target = self.path(call.target, in: slot)
            let value = value(path, on: disk)
            guard value != .absent, isFolder(parents[target], on: disk) else { return .absent }
            if call.kind == .link {
                guard self.value(target, on: disk) == .absent else { return .exists }
            }
            put(value, at: target, on: &disk)
            if call.kind == .rename { put(.absent, at: path, on: &disk) }
        case .unlink:
            guard value(path, on: disk) != .absent else { return .absent }
            put(.absent, at: path, on: &disk)
        case .removeFolder:
            guard value(path, on: disk) != .absent else { return .absent }
            guard isFolder(path, on: disk) else { return .unexpectedKind }
            guard children(of: path, on: disk).isEmpty else { return .exists }
            put(.absent, at: path, on: &disk)
        case .syncFile, .syncFolder: return sync(call.kind, path, on: &disk)
        case .hourPasses: disk.hour += 1
        case .handOver, .pause, .end: break
        }
        return .done
    }

    private func look(
        _ kind: Call.Kind,
        at path: Int,
        by slot: Int,
        on disk: Disk
    ) -> Answer {
        switch (kind, value(path, on: disk)) {
        case (.names, _) where isFolder(path, on: disk):
            let refs = children(of: path, on: disk).map { child in
                guard let owner = owners[child], owner.slot == slot else { return child }
                return -owner.number
            }
            return .names(listings.number(of: refs))
        case (_, .absent) where path != 0: return .absent
        case (.read, .file(let contents, _, _)): return .contents(contents)
        case (.status, .file(let contents, _, let hour)):
            return .file(size: self.contents[contents].count, hour: hour)
        case (.status, .folder(let hour)): return .folder(hour: hour)
        case (.status, _): return .folder(hour: 0)
        default: return .unexpectedKind
        }
    }

    private func sync(_ kind: Call.Kind, _ path: Int, on disk: inout Disk) -> Answer {
        switch (kind, value(path, on: disk)) {
        case (.syncFile, .file(_, .synced, _)): break
        case (.syncFile, .file(_, let sync, _)):
            precondition(sync != .orphaned, "the owner of these names is unknown")
            // All names of the file, wherever they stand.
            replaceValues(on: &disk) { value in
                guard case .file(let contents, sync, let hour) = value else { return value }
                return .file(contents: contents, .synced, hour: hour)
            }
        case (.syncFolder, _) where isFolder(path, on: disk):
            for child in disk.cells.indices where child != 0 && parents[child] == path {
                settle(child, on: &disk)
            }
        case (_, .absent): return .absent
        default: return .unexpectedKind
        }
        return .done
    }
}

extension DiskSpace {
    /// The disk that is left when all processes are killed: as it is, but no process knows the
    /// temporary files any more.
    func afterKill(_ number: Int) -> Int {
        if let known = disksAfterKill[number] { return known }
        let left = leftByKill(number)
        disksAfterKill[number] = left
        return left
    }

    private func leftByKill(_ number: Int) -> Int {
        var disk = disks[number]
        dropTemporaryFiles(on: &disk)
        replaceValues(on: &disk) { value in
            guard case .file(let contents, .unsynced, let hour) = value else { return value }
            return .file(contents: contents, .orphaned, hour: hour)
        }
        return disks.number(of: disk)
    }

    /// Every disk that a loss of power at this moment may leave, each of them durable.
    ///
    /// Without a sync, each name stands for any of what it stood for since, in any combination, and
    /// a file holds nothing, a part or all of what was written. Temporary files don't count: no
    /// process ever looks into one that it did not write itself.
    func afterPowerLoss(_ number: Int) -> [Int] {
        if let known = disksAfterPowerLoss[number] { return known }
        let left = leftByPowerLoss(number)
        disksAfterPowerLoss[number] = left
        return left
    }

    private func leftByPowerLoss(_ number: Int) -> [Int] {
        var disk = disks[number]
        dropTemporaryFiles(on: &disk)
        var left = [disk]
        for path in disk.cells.indices where disk.cells[path] != 0 {
            let cell = cells[disk.cells[path]]
            let survivors = ([cell.current] + cell.survivors).flatMap { remains(of: values[$0]) }
            guard survivors.count > 1 || !cell.survivors.isEmpty else { continue }
            left = Set(survivors).flatMap { survivor in
                left.map { disk in
                    var disk = disk
                    let value = values.number(of: survivor)
                    disk.set(path, cells.number(of: Disk.Cell(current: value, survivors: [])))
                    return disk
                }
            }
        }
        return Set(
            left.map { disk in
                var disk = disk
                dropUnreachable(on: &disk)
                return disks.number(of: disk)
            }
        ).sorted()
    }

    private func remains(of value: Disk.Value) -> [Disk.Value] {
        guard case .file(let contents, let sync, let hour) = value, sync != .synced else {
            return [value]
        }
        let bytes = self.contents[contents]
        let parts = [[], Array(bytes.prefix(bytes.count / 2))].map { part in
            self.contents.firstIndex(of: part) ?? add(part)
        }
        return (parts + [contents]).map { .file(contents: $0, .synced, hour: hour) }
    }

    private func dropTemporaryFiles(on disk: inout Disk) {
        for path in disk.cells.indices where path != 0 && parents[path] == temporary {
            disk.set(path, 0)
        }
    }

    /// What is in a folder that did not survive.
    private func dropUnreachable(on disk: inout Disk) {
        for path in disk.cells.indices where path != 0 && !isFolder(parents[path], on: disk) {
            disk.set(path, 0)
        }
    }
}
