// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import ServerStore

extension RelayStore {
    /// Encrypts the tokens of all devices again with the current key of the ring.
    ///
    /// It may be stopped and started again, and servers may work meanwhile: each device is one transaction. Once it
    /// has ended without a failure, the older keys are not needed any more.
    ///
    /// - Returns: What became of the devices.
    /// - Throws: ``ServerStoreError``.
    package func rekey(with keys: TokenKeyRing) async throws(ServerStoreError) -> Rekeying {
        var report = Rekeying()
        var last: DeviceID?
        repeat {
            let devices = try await read { [last] in try $0.devices(after: last, limit: 500) }
            for id in devices {
                do {
                    let result = try await write { transaction in
                        try transaction.change(id) { device, _ in
                            Rekeying.Device(rekeying: &device, with: keys)
                        }
                    }
                    report.note(result ?? .current)
                } catch .damaged {
                    report.note(.failed)
                }
            }
            last = devices.last
        } while last != nil
        return report
    }
}

/// What became of the devices when their tokens were encrypted again.
package struct Rekeying: Hashable, Sendable {
    /// How many devices had a token of an older key, which the current one has encrypted now.
    package private(set) var changed = 0
    /// How many devices cannot be read, or have a token that none of the keys opens; they are left
    /// as they are.
    package private(set) var failed = 0

    mutating func note(_ device: Device) {
        switch device {
        case .current: break
        case .changed: changed += 1
        case .failed: failed += 1
        }
    }

    /// What became of a device.
    enum Device: Hashable, Sendable {
        case current
        case changed
        case failed

        init(rekeying device: inout RelayDevice, with keys: TokenKeyRing) {
            let (old, id, app) = (device, device.id, device.app)
            do throws(TokenKeyRing.OpeningError) {
                try device.rekey { token throws(TokenKeyRing.OpeningError) in
                    let context = TokenContext(device: id, app: app, version: token.version)
                    return try keys.rekey(token.sealed, for: context)
                }
                self = device == old ? .current : .changed
            } catch {
                device = old
                self = .failed
            }
        }
    }
}
