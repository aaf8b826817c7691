// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SimulatedDevice
public import UserNotifications

/// A trial of an extension with planted faults, in the test's process and in a process of its own.
///
///     @Test(arguments: PlantedFault.allCases, FaultTrial.Host.allCases)
///     func `the report names the fault`(
///         _ fault: PlantedFault, _ host: FaultTrial.Host
///     ) async throws {
///         let report = try await trial.report(of: payload, planted: fault, in: host)
///         expectNamed(fault, by: try #require(report))
///     }
public struct FaultTrial: Sendable {
    /// The process in which the extension runs.
    public enum Host: String, CaseIterable, Sendable {
        /// The test's process. The device simulates crashes and the memory limit
        /// (`PlantedFault.scripted`), because they cannot be real there.
        case testProcess
        /// A process of its own.
        case ownProcess
    }

    private let profile: DeviceProfile
    private let executable: URL
    private let make: @Sendable (PlantedFault?) -> UNNotificationServiceExtension

    /// Creates a trial of an extension.
    ///
    /// - Parameters:
    ///   - profile: The profile of the device.
    ///   - executable: The program of the extension's own process, which gets the fault's name as
    ///     its argument.
    ///   - make: Makes the extension with a fault, or without one.
    public init(
        profile: DeviceProfile,
        executable: URL,
        making make: @escaping @Sendable (PlantedFault?) -> UNNotificationServiceExtension
    ) {
        self.profile = profile
        self.executable = executable
        self.make = make
    }

    /// Creates a device with the extension, with or without a fault.
    ///
    /// Open connections of the test's process stop the clock for up to 30 seconds, as in a process
    /// of its own, unless the profile has another limit.
    public func device(
        _ host: Host,
        planted fault: PlantedFault? = nil,
        patience: Duration = .seconds(2)
    ) -> SimulatedDevice {
        var profile = profile
        switch host {
        case .testProcess:
            profile.connectionPatience = profile.connectionPatience ?? .seconds(30)
            profile.fault = fault?.scripted ?? profile.fault
            let planted = fault?.scripted == nil ? fault : nil
            return SimulatedDevice(profile: profile, patience: patience) { [make] in make(planted) }
        case .ownProcess:
            return SimulatedDevice(
                profile: profile,
                patience: patience,
                executable: executable,
                arguments: fault.map { [$0.rawValue] } ?? []
            )
        }
    }

    /// Delivers a push to a new device with the fault in its extension.
    ///
    /// A push with an alert alone starts the extension's process first; it triggers no fault.
    ///
    /// - Parameters:
    ///   - payload: The push, as JSON.
    ///   - fault: The fault to plant.
    ///   - host: The process in which the extension runs.
    ///   - prepare: Prepares the device for the push, as its app.
    /// - Throws: What `prepare` throws.
    /// - Returns: The report of the push; nil if the extension never releases its content handler.
    public func report(
        of payload: String,
        planted fault: PlantedFault,
        in host: Host,
        preparing prepare: (SimulatedDevice) async throws -> Void = { _ in }
    ) async throws -> DeliveryReport? {
        // A fault of a picture occurs after the download, which may take long on a busy machine.
        let comesByItself: Set<PlantedFault> = [.wrongFileType, .pageInsteadOfPicture]
        let patience: Duration = .seconds(comesByItself.contains(fault) ? 20 : 2)
        let device = device(host, planted: fault, patience: patience)
        return try await device.whileInstalled {
            try await prepare(device)
            // The start of the process is no part of the fault.
            if host == .ownProcess {
                let first = device.deliver(payload: #"{"aps":{"alert":"a","mutable-content":1}}"#)
                _ = await device.report(of: first)
            }
            return await device.finalReport(of: device.deliver(payload: payload))
        }
    }
}
