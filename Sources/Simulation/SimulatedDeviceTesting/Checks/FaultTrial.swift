// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SimulatedDevice
public import UserNotifications

/// An extension in both hosts, in which faults are planted, to see what the report tells of each.
///
///     @Test(arguments: PlantedFault.allCases, FaultTrial.Home.allCases)
///     func `the report names the fault`(
///         _ fault: PlantedFault, _ home: FaultTrial.Home
///     ) async throws {
///         let report = try await trial.report(of: payload, planted: fault, in: home)
///         expectNamed(fault, by: try #require(report))
///     }
public struct FaultTrial: Sendable {
    /// Where the extension runs.
    public enum Home: String, CaseIterable, Sendable {
        /// In the test's process, in which neither a crash nor the memory of one extension can be
        /// real: the profile's fault takes their place.
        case testProcess
        /// In a process of its own.
        case ownProcess
    }

    private let profile: DeviceProfile
    private let executable: URL
    private let make: @Sendable (PlantedFault?) -> UNNotificationServiceExtension

    /// A trial of an extension.
    ///
    /// - Parameters:
    ///   - profile: The device's.
    ///   - executable: The program of its own process, which is given the fault's name as its
    ///     argument.
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

    /// A device with the extension, in which a fault may be planted.
    ///
    /// Connections of the test's process hold the clock for 30 seconds, as those of an own process
    /// do, unless the profile says otherwise.
    public func device(
        _ home: Home,
        planted fault: PlantedFault? = nil,
        patience: Duration = .seconds(2)
    ) -> SimulatedDevice {
        var profile = profile
        switch home {
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

    /// Gives a push to a new device, whose extension has the fault.
    ///
    /// A push with nothing but an alert starts the process before, which no fault may keep the
    /// extension from handing over.
    ///
    /// - Parameters:
    ///   - payload: The push, as JSON.
    ///   - fault: What is planted.
    ///   - home: Where the extension runs.
    ///   - prepare: Does what the push needs on the device, as its app.
    /// - Throws: What `prepare` throws.
    /// - Returns: What becomes of the push; nil if the extension never lets go of it.
    public func report(
        of payload: String,
        planted fault: PlantedFault,
        in home: Home,
        preparing prepare: (SimulatedDevice) async throws -> Void = { _ in }
    ) async throws -> DeliveryReport? {
        // A fault of a picture comes when it has been fetched, however long a busy machine takes.
        let comesByItself: Set<PlantedFault> = [.wrongFileType, .pageInsteadOfPicture]
        let patience: Duration = .seconds(comesByItself.contains(fault) ? 20 : 2)
        let device = device(home, planted: fault, patience: patience)
        return try await device.whileInstalled {
            try await prepare(device)
            // The start of the process is no part of the fault.
            if home == .ownProcess {
                let first = device.deliver(payload: #"{"aps":{"alert":"a","mutable-content":1}}"#)
                _ = await device.report(of: first)
            }
            return await device.finalReport(of: device.deliver(payload: payload))
        }
    }
}
