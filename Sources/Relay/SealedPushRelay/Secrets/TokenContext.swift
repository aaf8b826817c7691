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
        data.reserveCapacity(128)
        data.append(lengthPrefixed: UInt64(bitPattern: device.number))
        data.append(lengthPrefixed: app.app.utf8)
        data.append(lengthPrefixed: app.environment.rawValue.utf8)
        data.append(lengthPrefixed: version.number)
        return data
    }
}

extension [UInt8] {
    /// Adds the length of `part` in two bytes, then `part`; more than 65,535 bytes are a caller's bug.
    mutating func append(lengthPrefixed part: some Collection<UInt8>) {
        precondition(part.count <= UInt16.max, "a part with a u16 length has at most 65,535 bytes")
        append(bigEndian: UInt16(part.count))
        self += part
    }

    /// Adds the size of `number` in two bytes, then `number`, the highest byte first.
    mutating func append(lengthPrefixed number: some FixedWidthInteger & UnsignedInteger) {
        append(bigEndian: UInt16(number.bitWidth / 8))
        append(bigEndian: number)
    }
}
