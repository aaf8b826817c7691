// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The states that a set of programs can come to, searched to the end.
struct Exploration: Sendable {
    let programs: [Program]
    /// The programs that run at once, then those that run after a crash, the app first; without the
    /// second, nothing crashes.
    let phases: [[Int]]
    let facts: Facts
    let files: ReplayingFiles
    /// The number of the disk at the start.
    let disk: Int

    /// What was found, and how much was looked at.
    struct Report: Sendable {
        var violations: [Violation]
        var states: Int
        var transitions: Int
        /// How often real code was run.
        var runs: Int
        var disksAfterPowerLoss: Int
        /// In how many orders the processes can take their steps, without crashes.
        var schedules: Double
        var duration: Duration
        /// What a crash can find: disks, and what was handed over by then.
        var situations: Set<Search.Situation>
    }

    func search(_ options: Search.Options = Search.Options()) async -> Report {
        let start = ContinuousClock.now
        var runs = 0
        while true {
            var search = files.world.withLock { world in
                Search(
                    phases: phases,
                    programs: programs,
                    facts: facts,
                    options: options,
                    first: world.disks.disks[disk]
                )
            }
            while let need = resume(&search) {
                runs += 1
                await files.run(
                    programs[need.program],
                    number: need.program,
                    slot: need.slot,
                    repeating: need.answers,
                    then: need.disk
                )
            }
            // Steps that were found late may meet what was taken at once: then all is searched
            // again, knowing them.
            guard files.world.withLock({ search.isSound($0) }) else { continue }
            return report(search, runs: runs, duration: ContinuousClock.now - start)
        }
    }

    private func resume(_ search: inout Search) -> Search.Need? {
        files.world.withLock { world in
            do throws(Search.Need) {
                try search.resume(from: disk, world)
                return nil
            } catch {
                return error
            }
        }
    }

    private func report(_ search: Search, runs: Int, duration: Duration) -> Report {
        Report(
            violations: search.violations,
            states: search.states.count,
            transitions: search.transitions,
            runs: runs,
            disksAfterPowerLoss: search.disksAfterPowerLoss.count,
            schedules: files.world.withLock { world in
                search.states.indices.reduce(0) { sum, number in
                    search.isEnd(number, world) ? sum + search.schedules[number] : sum
                }
            },
            duration: duration,
            situations: files.world.withLock { world in
                Set(
                    search.crashed.map { situation in
                        let disk = world.disks.afterKill(situation.disk)
                        return Search.Situation(disk: disk, monitor: situation.monitor)
                    }
                )
            }
        )
    }
}

extension Exploration {
    /// Programs that touch no file and never crash.
    init(free programs: [Program]) {
        self.programs = programs
        phases = [Array(programs.indices)]
        facts = Facts { _, _ in .damaged }
        files = ReplayingFiles()
        disk = 0
        files.world.withLock { world in
            for _ in programs { _ = world.histories.addProgram() }
        }
    }
}

extension Exploration.Report: CustomStringConvertible {
    var description: String {
        let seconds =
            Double(duration.components.attoseconds) / 1e18
            + Double(duration.components.seconds)
        return "\(states) states, \(transitions) steps, \(schedules) schedules, \(runs) runs, "
            + "\(disksAfterPowerLoss) disks after a loss of power, \((seconds * 10).rounded() / 10) s"
    }
}
