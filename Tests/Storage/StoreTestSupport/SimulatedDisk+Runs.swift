// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushStore
import Synchronization

/// A run on a copy of a disk that was disturbed at one of its calls, and what it left.
package struct DisturbedRun<Outcome> {
    /// The number of the call, from 0.
    package let call: Int
    /// Whether the run came to that call; the last of all runs came to its end before.
    package let isDisturbed: Bool
    /// The disk that the run left, for others to go on with.
    ///
    /// What the run did not make durable is not durable there either.
    package let files: SimulatedFileSystem
    /// What the run came to.
    package let result: Result<Outcome, any Error>

    /// The store's error, where there was one.
    package var error: StoreError? {
        if case .failure(let error) = result { error as? StoreError } else { nil }
    }

    /// Every disk that a loss of power may leave now.
    package var afterPowerLoss: [SimulatedDisk] { files.disk.afterPowerLoss() }
}

extension Sequence {
    /// All that another process may see of the runs, as they left their disks and after a loss of
    /// power, and all that it may see where a run came to its end.
    package func states<State: Hashable, Outcome>(
        _ look: (SimulatedFileSystem) throws -> State
    ) rethrows -> (seen: Set<State>, atEnd: Set<State>) where Element == DisturbedRun<Outcome> {
        var (seen, atEnd): (Set<State>, Set<State>) = ([], [])
        for run in self {
            for disk in [run.files.disk] + run.afterPowerLoss {
                let state = try look(SimulatedFileSystem(disk))
                seen.insert(state)
                if !run.isDisturbed { atEnd.insert(state) }
            }
        }
        return (seen, atEnd)
    }
}

/// The laboratory: runs on copies of a disk, the first disturbed at its first call, the next at its
/// second and so on; the last comes to its end before.
extension SimulatedDisk {
    /// Runs that meet a fault.
    ///
    /// - Parameters:
    ///   - fault: What happens at the call.
    ///   - calls: The numbers of the calls, for all of them those from 0.
    ///   - atReading: Whether a run meets it also at calls that change nothing. What a killed run
    ///     leaves there, it leaves at the next that changes something, too.
    ///   - on: May put a file system of its own between the run and the disk.
    ///   - run: What is done, on a file system with the fault.
    /// - Returns: The runs, in the order of their calls.
    /// - Throws: What the run throws that is not disturbed.
    package func disturbing<Outcome>(
        by fault: FaultyFileSystem.Fault,
        at calls: some Sequence<Int> = 0...,
        atReading: Bool = true,
        on: (SimulatedFileSystem) -> any StoreFileSystem = { $0 },
        _ run: (FaultyFileSystem) async throws -> Outcome
    ) async throws -> [DisturbedRun<Outcome>] {
        try await runs({ _, _ in fault }, at: calls, atReading: atReading, on: on, run)
    }

    /// The disks that runs on the store leave which are killed.
    package func killing(
        atReading: Bool = true,
        on: (SimulatedFileSystem) -> any StoreFileSystem = { $0 },
        _ run: (RecordStore) async throws -> Void
    ) async throws -> [SimulatedDisk] {
        try await disturbing(by: .death, atReading: atReading, on: on) { files in
            try await run(files.store())
        }
        .map(\.files.disk)
    }

    /// Runs that another process overtakes at a call.
    ///
    /// - Throws: What a run throws, or ``OvertakingError`` where the other process does.
    package func overtaking<Outcome>(
        by other: @escaping @Sendable (SimulatedFileSystem) throws -> Void,
        at calls: some Sequence<Int> = 0...,
        _ run: (FaultyFileSystem) async throws -> Outcome
    ) async throws -> [(files: SimulatedFileSystem, outcome: Outcome)] {
        let failures = Mutex<[(call: Int, error: any Error)]>([])
        func overtake(_ call: Int, _ files: SimulatedFileSystem) -> FaultyFileSystem.Fault {
            .meanwhile {
                do {
                    try other(files)
                } catch {
                    failures.withLock { $0.append((call, error)) }
                }
            }
        }
        let runs = try await runs(overtake, at: calls, atReading: true, on: { $0 }, run)
        let failed = failures.withLock { $0 }
        guard failed.isEmpty else { throw OvertakingError(failures: failed) }
        return try runs.map { (files: $0.files, outcome: try $0.result.get()) }
    }

    private func runs<Outcome>(
        _ fault: (_ call: Int, SimulatedFileSystem) -> FaultyFileSystem.Fault,
        at calls: some Sequence<Int>,
        atReading: Bool,
        on: (SimulatedFileSystem) -> any StoreFileSystem,
        _ run: (FaultyFileSystem) async throws -> Outcome
    ) async throws -> [DisturbedRun<Outcome>] {
        var runs: [DisturbedRun<Outcome>] = []
        for call in calls {
            let files = SimulatedFileSystem(self)
            let faulty = FaultyFileSystem(
                on(files),
                fault(call, files),
                at: call,
                countsReading: atReading
            )
            let result: Result<Outcome, any Error>
            do {
                result = .success(try await run(faulty))
            } catch {
                result = .failure(error)
            }
            let isDisturbed = faulty.calls > call
            runs.append(
                DisturbedRun(call: call, isDisturbed: isDisturbed, files: files, result: result)
            )
            guard isDisturbed else {
                _ = try result.get()
                break
            }
        }
        return runs
    }
}

/// Why the other process failed, wherever it did.
package struct OvertakingError: Error {
    /// The calls at which it failed, with its errors.
    package let failures: [(call: Int, error: any Error)]
}

extension FaultyFileSystem {
    /// Opens the store at `/store`, as one more process: no call of that is disturbed or counts.
    package func store() throws(StoreError) -> RecordStore {
        disarm()
        defer { arm() }
        return try RecordStore.open(at: "/store", key: .folder, files: self)
    }
}
