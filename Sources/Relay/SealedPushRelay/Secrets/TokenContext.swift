// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What a push token belongs to: the associated data of its encryption.
///
/// A sealed token that is moved to the row of another device, app, environment or version cannot be opened.
package struct TokenContext: Hashable, Sendable {
    /// The device that registered the token.
    package let device: DeviceID
    /// The app and the environment of the push service.
    package let app: AppEnvironment
    /// The number of the token among those of its device.
    package let version: TokenVersion

    package init(device: DeviceID, app: AppEnvironment, version: TokenVersion) {
        self.device = device
        self.app = app
        self.version = version
    }

    /// The associated data: the key's number, then each part with its length.
    func associatedData(keyNumber: UInt8) -> [UInt8] {
        var data = [keyNumber]
        var device: [UInt8] = []
        device.append(bigEndian: UInt64(bitPattern: self.device.number))
        var version: [UInt8] = []
        version.append(bigEndian: self.version.number)
        for part in [device, Array(app.app.utf8), Array(app.environment.rawValue.utf8), version] {
            data.append(lengthPrefixed: part)
        }
        return data
    }
}

extension [UInt8] {
    /// Adds the length of `part` in two bytes, then `part`; more than 65,535 bytes are a caller's bug.
    mutating func append(lengthPrefixed part: [UInt8]) {
        precondition(part.count <= UInt16.max, "a part with a u16 length has at most 65,535 bytes")
        append(bigEndian: UInt16(part.count))
        self += part
    }
}
