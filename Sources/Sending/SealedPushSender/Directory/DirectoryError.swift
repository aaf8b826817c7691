// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
public import SealedPushStore

/// An error of a directory of devices; no case holds a code.
@nonexhaustive
public enum DirectoryError: Error, Hashable {
    /// The recipient's code does not have 1 to 64 bytes, or has a control character.
    case codeRefused
    /// A bundle's file is larger than any bundle.
    case bundleTooLarge
    /// A bundle's file does not hold the text of a bundle.
    case bundleRefused(WireError)
    /// Two bundles of a recipient are of the same device.
    case repeatedDevice
    /// A bundle has no reusable prekey, so nothing can be sealed to its device.
    case noPrekeys
    /// A recipient has more than 64 devices.
    case tooManyDevices
    /// The folder of bundles could not be used.
    case store(StoreError)
}

extension DirectoryError: ExplainedError {
    /// The case, or that of the error inside.
    public var name: String {
        switch self {
        case .bundleTooLarge: "tooLarge"
        case .bundleRefused(let error): error.name
        case .store(let error): error.name
        default: caseName
        }
    }

    /// The fault, in words.
    public var message: String {
        switch self {
        case .codeRefused:
            "the recipient's code is not 1 to 64 bytes without control characters"
        case .bundleTooLarge: "the bundle is too large"
        case .bundleRefused(let error): "\(error.message(of: "bundle")) (\(error.name))"
        case .repeatedDevice: "more than one bundle is of the same device (repeatedDevice)"
        case .noPrekeys:
            "the bundle has no reusable prekey, so nothing can be sealed to its device"
        case .tooManyDevices: "the recipient's folder has more than 64 bundles (tooManyDevices)"
        case .store(let error): error.message
        }
    }
}
