// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A device of a recipient in a directory: its bundle, or the reason why it has none.
public struct DirectoryEntry: Hashable, Sendable {
    /// The directory's name for the device; of a folder, the name of the file.
    public let name: String
    /// The bundle, or the reason why this device cannot be sealed to.
    public let bundle: Result<DeviceBundle, DirectoryError>
    /// The retirement beside the bundle, if there is one of its device.
    public let retirement: DeviceIdentity.Retirement?

    /// Takes an entry as a directory gives it.
    public init(
        name: String,
        bundle: Result<DeviceBundle, DirectoryError>,
        retirement: DeviceIdentity.Retirement? = nil
    ) {
        self.name = name
        self.bundle = bundle
        self.retirement = retirement
    }
}

extension [DirectoryEntry] {
    /// Takes the bundle from all entries of a device that is there more than once, as none of them
    /// is known to be right.
    func refusingRepeatedDevices() -> [DirectoryEntry] {
        var counts: [DeviceIdentity: Int] = [:]
        for case .success(let bundle) in map(\.bundle) { counts[bundle.device, default: 0] += 1 }
        return map { entry in
            guard case .success(let bundle) = entry.bundle, counts[bundle.device, default: 0] > 1
            else { return entry }
            return DirectoryEntry(name: entry.name, bundle: .failure(.repeatedDevice))
        }
    }
}
