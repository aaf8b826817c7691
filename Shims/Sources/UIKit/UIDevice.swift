// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The device, which is this machine and no iPhone.
public final class UIDevice: NSObject, Sendable {
    /// This device.
    public static let current = UIDevice()

    /// What its owner calls it: the machine's name.
    public var name: String { ProcessInfo.processInfo.hostName }

    /// The name of its system: `Linux`.
    public var systemName: String { "Linux" }

    /// The version of its system, of three numbers: the kernel's.
    public var systemVersion: String {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }

    /// What kind of device it is: `Linux`.
    public var model: String { "Linux" }

    override private init() {}
}
