// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulationSupport
import Synchronization
import UserNotifications

/// Extensions in a process of their own: one for many pushes, and a new one after a crash or a
/// kill.
final class ProcessHost: ExtensionHosting {
    private struct State {
        var process: ExtensionProcess?
        var count = 0
    }

    private let executable: String
    private let arguments: [String]
    private let services: AppServices
    private let center: DeviceCenter
    private let state = Mutex(State())

    init(
        executable: String,
        arguments: [String],
        services: AppServices,
        center: DeviceCenter
    ) {
        self.executable = executable
        self.arguments = arguments
        self.services = services
        self.center = center
    }

    deinit {
        state.withLock(\.process)?.kill()
    }

    /// The number of the process, if there is one that lives.
    var processID: pid_t? { state.withLock(\.process)?.id }

    func activity(all: Bool) -> HostActivity {
        let process = state.withLock(\.process)
        guard let process, let id = process.id else { return HostActivity() }
        return HostActivity(
            isConnected: OpenConnections(of: id).hasAny,
            nextTimer: process.nextDelay,
            isEnding: process.isEnding
        )
    }

    /// How many runs something may come of.
    var openRuns: Int { state.withLock(\.process)?.openRuns ?? 0 }

    func prepare(
        _ request: UNNotificationRequest.Values,
        info: InfoPlist,
        telling tell: @escaping @Sendable (HostEvent) -> Void
    ) -> any HostedExtension {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        return ProcessExtension(
            number: number,
            request: request,
            info: info,
            host: self,
            telling: tell
        )
    }

    /// Gives a run its process, starting one where none takes it.
    ///
    /// - Throws: what the system says where it can't start the program.
    func join(_ run: ProcessExtension) throws(SystemError) {
        let result = state.withLock { state -> Result<Void, SystemError> in
            if let process = state.process {
                run.isGiven(process, isNew: false)
                if process.join(run) { return .success(()) }
            }
            do throws(SystemError) {
                state.process = try ExtensionProcess(
                    for: run,
                    executable: executable,
                    arguments: arguments,
                    center: center,
                    donations: services.donations
                )
                return .success(())
            } catch {
                state.process = nil
                return .failure(error)
            }
        }
        try result.get()
    }
}
