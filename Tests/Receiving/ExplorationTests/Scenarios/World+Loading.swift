// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import StoreTestSupport

@testable import SealedPushStore

extension World {
    /// Starts with what a simulated disk holds, all of it durable.
    func load(_ files: SimulatedFileSystem) throws(FileError) {
        var disk = Disk(hour: Self.hour(files.disk.now))
        try load("", from: files, on: &disk)
        self.disk = disks.disks.number(of: disk)
    }

    private func load(
        _ folder: String,
        from files: SimulatedFileSystem,
        on disk: inout Disk
    ) throws(FileError) {
        for name in try files.names(in: "\(ReplayingFiles.store)/\(folder)").sorted() {
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            let absolute = "\(ReplayingFiles.store)/\(path)"
            let status = try files.status(of: absolute)
            let hour = Self.hour(status.modified)
            if hour != disk.hour { disks.timeStandsStill = false }
            let value: Disk.Value
            if status.kind == .folder {
                value = .folder(hour: hour)
            } else {
                let contents = disks.add(try files.read(absolute, upTo: 1 << 16))
                value = .file(contents: contents, .synced, hour: hour)
            }
            let cell = Disk.Cell(current: disks.values.number(of: value), survivors: [])
            disk.set(disks.path(path), disks.cells.number(of: cell))
            if status.kind == .folder { try load(path, from: files, on: &disk) }
        }
    }

    private static func hour(_ seconds: Int64) -> Int {
        Int(seconds - ReplayingFiles.epoch) / 3600
    }
}
