// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// What a directory has of one device of a recipient: its bundle, or why there is none to be had.
public struct DirectoryEntry: Hashable, Sendable {
    /// What the directory calls it, to find it again: of a folder the name of the file.
    public let name: String
    /// The bundle, or why this device can't be sealed to; it says nothing about the others.
    public let bundle: Result<DeviceBundle, ContactError>

    /// Takes an entry as a directory gives it.
    public init(name: String, bundle: Result<DeviceBundle, ContactError>) {
        self.name = name
        self.bundle = bundle
    }
}

extension [DirectoryEntry] {
    /// Takes the bundle from all entries of a device that is there more than once: which of them is right nobody can tell.
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
