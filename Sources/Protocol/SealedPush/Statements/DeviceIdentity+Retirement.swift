// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

extension DeviceIdentity {
    /// A device's last word: it is gone and no message is to be sealed to it, ever.
    ///
    /// It has no date and can't be taken back. It is made with the device and kept apart from it,
    /// so that a lost phone can be retired by the holder of its backup.
    public struct Retirement: Hashable, Sendable {
        /// The device that is retired.
        public let device: DeviceIdentity
        /// The whole statement, 97 bytes.
        public let bytes: [UInt8]

        /// The size of a statement in bytes.
        public static let count = 1 + DeviceIdentity.count + Ed25519.signatureCount

        /// Signs the retirement of a device with its identity.
        package init(signing identity: borrowing SigningKey) {
            let fields = [Transfer.version] + identity.publicKey.bytes
            device = DeviceIdentity(identity.publicKey)
            bytes = fields + identity.signature(for: (Label.retirement + fields).span)
        }

        /// Reads and verifies a statement; nothing may follow it.
        ///
        /// - Throws: ``WireError``.
        public init(reading bytes: Span<UInt8>) throws(WireError) {
            guard bytes.count >= 1 else { throw .malformed }
            guard bytes[0] == Transfer.version else { throw .unknownVersion }
            guard bytes.count == Self.count else { throw .malformed }
            device = try DeviceIdentity(reading: bytes.extracting(1..<33))
            let signed = Label.retirement + [UInt8](copying: bytes.extracting(first: 33))
            guard device.key.isValidSignature(bytes.extracting(last: 64), for: signed.span) else {
                throw .wrongSignature
            }
            self.bytes = [UInt8](copying: bytes)
        }

        /// Reads the text form: `sealedpush-retirement-1:`, the statement, a point and six check
        /// bytes in base64url.
        ///
        /// - Throws: ``WireError``.
        public init(text: String) throws(WireError) {
            let bytes = try CheckedText.retirement.decode(text)
            try self.init(reading: bytes.span)
        }

        /// The text form, in which a typing error is noticed.
        public var text: String { CheckedText.retirement.encode(bytes) }
    }
}
