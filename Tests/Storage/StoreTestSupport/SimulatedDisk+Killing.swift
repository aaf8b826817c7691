// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushStore

extension SimulatedDisk {
    /// A disk with an empty store at `/store`.
    package static func withStore() throws -> SimulatedDisk {
        let files = SimulatedFileSystem()
        _ = try StoreDraft(at: "/store", key: .folder, files: files).commit()
        return files.disk
    }

    /// Opens the store on a copy of this disk.
    package func store() throws(StoreError) -> RecordStore {
        try SimulatedFileSystem(self).store()
    }

    /// The disks that `run` leaves: killed at its first call, at its second and so on, and last at
    /// its end.
    ///
    /// What the run did not make durable is not durable on them either. `on` may put a file system
    /// of its own between the run and the disk. Without `atReading` the run is killed only at calls
    /// that change something: fewer disks, and the same ones.
    package func killing(
        atReading: Bool = true,
        on: (SimulatedFileSystem) -> any StoreFileSystem = { $0 },
        _ run: (RecordStore) async throws -> Void
    ) async throws -> [SimulatedDisk] {
        var disks: [SimulatedDisk] = []
        while true {
            let simulated = SimulatedFileSystem(self)
            let call = (atReading ? FaultyFileSystem.callsToOpen : 0) + disks.count
            let files = FaultyFileSystem(
                on(simulated),
                .death,
                at: call,
                countsReading: atReading
            )
            let store = try RecordStore.open(at: "/store", key: .folder, files: files)
            do {
                try await run(store)
            } catch  where files.calls > call {
                // Killed.
            }
            disks.append(simulated.disk)
            guard files.calls > call else { return disks }
        }
    }
}

extension SimulatedFileSystem {
    /// Opens the store at `/store`, as one more process.
    package func store() throws(StoreError) -> RecordStore {
        try RecordStore.open(at: "/store", key: .folder, files: self)
    }
}
