// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// What a sender has to remember between messages, so that nobody can lead it back or make it use a key twice.
///
/// A sender asks before it seals, and each change is durable before the call returns: a server keeps this in its
/// database, a command in its store.
public protocol SenderMemory: Sendable {
    /// What was pinned of a device, or nil for one that was never seen.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    func pins(of device: DeviceIdentity) async throws(SealingError) -> DevicePins?

    /// Pins what was seen of a device, atomically: pins never go back.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    func pin(_ bundle: DeviceBundle) async throws(SealingError)

    /// Notes that a one-time prekey is used, atomically; false where it was used before.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool

    /// Whether `device` may stand for `recipient`: it is known, or the recipient's first, which is then noted.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    func admit(_ device: DeviceIdentity, for recipient: String) async throws(SealingError) -> Bool
}
