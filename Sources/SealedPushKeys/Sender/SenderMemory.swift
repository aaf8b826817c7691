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

    /// Pins what was seen of a device, atomically, and gives all that is pinned of it then: pins never go back.
    ///
    /// The result may hold what another task saw meanwhile.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    @discardableResult
    func pin(_ bundle: DeviceBundle) async throws(SealingError) -> DevicePins

    /// Notes that a one-time prekey is used, atomically; false where it was used before.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    func noteUse(of record: PrekeyRecord) async throws(SealingError) -> Bool

    /// The device that stands for a recipient, or nil for one that was never sealed to.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    func device(of recipient: String) async throws(SealingError) -> DeviceIdentity?

    /// Notes that `device` stands for `recipient`, unless one does, atomically; false where that is another.
    ///
    /// - Throws: ``SealingError/memoryUnavailable``.
    func admit(_ device: DeviceIdentity, for recipient: String) async throws(SealingError) -> Bool
}
