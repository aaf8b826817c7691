// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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
