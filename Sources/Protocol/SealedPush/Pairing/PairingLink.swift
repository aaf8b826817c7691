// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// The link of one pairing, which a sender shows: a secret, the sender, and the relay at which it
/// waits.
///
/// A party that sees the link can answer it, and read what a device answers. It serves one pairing.
public struct PairingLink: Hashable, Sendable {
    /// The secret of the drop in which the sender awaits the answer.
    package let secret: DropSecret
    /// The sender.
    public let sender: SenderIdentity
    /// The end of the sender's waiting by its own clock, in whole seconds.
    public let end: Timestamp
    /// The sender's name for itself: 1 to 32 bytes that can be shown as they are.
    public let name: String
    /// The relay of the drop.
    package let relay: WebOrigin
    /// The SHA-256 of the link's data, which an answer signs.
    package let digest: [UInt8]
    /// The way by which the link came to this device.
    public let source: Source

    /// The ways by which a link comes to a device.
    public enum Source: Hashable, Sendable {
        /// The app's own camera has read it, so a person has seen who shows it.
        case camera
        /// The system has opened the app with it, or a text was pasted: another app, or a page, may
        /// have made it.
        case system
    }

    /// The limit of the sender's name in bytes of UTF-8.
    package static let maximumNameCount = 32
    /// The limit of the relay's origin in bytes, without `https://`.
    package static let maximumRelayCount = 100
    /// The time for which a link is taken behind its end, as clocks differ.
    package static let grace = Duration.hours(1)

    private static let secretRange = 1..<1 + DropSecret.count
    private static let senderRange = secretRange.upperBound..<49
    private static let endOffset = senderRange.upperBound
    private static let namesOffset = endOffset + 4
    private static let scheme = "https://"

    /// Makes the link of a new pairing, with a secret of its own (L-1).
    ///
    /// - Parameters:
    ///   - sender: Who shows it.
    ///   - name: What the sender calls itself.
    ///   - relay: The relay at which it waits.
    ///   - end: The end of its waiting, which becomes whole seconds.
    /// - Throws: ``WireError/malformed`` for a name or an origin that is too long, a name that
    ///   can't be shown as it is, and an end that 32 bits do not hold.
    package init(
        sender: SenderIdentity,
        name: String,
        relay: WebOrigin,
        end: Timestamp
    ) throws(WireError) {
        guard let name = PairingText.name(Array(name.utf8), limit: Self.maximumNameCount),
            Self.field(of: relay).count <= Self.maximumRelayCount,
            let seconds = UInt32(exactly: end.milliseconds / 1000)
        else { throw .malformed }
        self.init(DropSecret(), sender, seconds, name, relay, .system)
    }

    /// Reads a link's data (L-2); nothing may follow it.
    ///
    /// - Throws: ``WireError``.
    package init(
        reading bytes: Span<UInt8>,
        from source: Source = .system
    ) throws(WireError) {
        guard bytes.count >= 1 else { throw .malformed }
        guard bytes[0] == Transfer.version else { throw .unknownVersion }
        guard let (name, relay, end) = PairingText.pair(in: bytes, at: Self.namesOffset),
            bytes.count == end
        else { throw .malformed }
        let sender = try SenderIdentity(reading: bytes.extracting(Self.senderRange))
        guard let secret = DropSecret(copying: bytes.extracting(Self.secretRange)),
            let name = PairingText.name(name, limit: Self.maximumNameCount),
            relay.count <= Self.maximumRelayCount, let relay = Self.relay(relay)
        else { throw .malformed }
        let seconds = bytes.bigEndian(UInt32.self, at: Self.endOffset)
        self.init(secret, sender, seconds, name, relay, source)
    }

    /// Reads what a camera or a person brought: the link's text, or a link of an app that has it
    /// behind `#` (L-4).
    ///
    /// - Parameters:
    ///   - text: The text, with white space around it or not.
    ///   - source: How it came.
    /// - Throws: ``WireError``.
    public init(_ text: String, from source: Source) throws(WireError) {
        let bytes = try CheckedText.pairing.decode(try Self.text(scanned: text))
        try self.init(reading: bytes.span, from: source)
    }

    private init(
        _ secret: DropSecret,
        _ sender: SenderIdentity,
        _ seconds: UInt32,
        _ name: String,
        _ relay: WebOrigin,
        _ source: Source
    ) {
        self.source = source
        self.secret = secret
        self.sender = sender
        end = Timestamp(clamping: 1000 * UInt64(seconds))
        self.name = name
        self.relay = relay
        let rest = Self.rest(sender: sender, seconds: seconds, name: name, relay: relay)
        digest = SHA256.hash { input in
            input.update([Transfer.version])
            secret.bytes.withBytes { secret in input.update(secret) }
            input.update(rest)
        }
    }

    /// The link's data, **with its secret**: for the text that is shown, and for a device's record.
    package var bytes: [UInt8] {
        var bytes = [Transfer.version]
        secret.bytes.withBytes { secret in bytes.append(copying: secret) }
        let seconds = UInt32(truncatingIfNeeded: end.milliseconds / 1000)
        return bytes + Self.rest(sender: sender, seconds: seconds, name: name, relay: relay)
    }

    /// The relay's public URL, an origin without a slash at its end.
    public var relayURL: String { relay.text }

    /// The text form, **with the secret**: `sealedpush-pair-1:`, the data, a point and six check
    /// bytes in base64url.
    public var text: String { CheckedText.pairing.encode(bytes) }

    /// The link that opens an app, **with the secret**: a URL of the app, `#`, and the text without
    /// its prefix.
    ///
    /// Gives nil for a URL that is not https, that has a `#`, or characters that URLs lack.
    public func text(at page: String) -> String? {
        guard page.utf8.starts(with: Self.scheme.utf8),
            page.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") })
        else { return nil }
        return page + "#" + text.dropFirst(CheckedText.pairing.rawValue.count)
    }

    /// True if a device refuses the link, because it ended more than an hour ago (L-3).
    public func isOver(at now: Timestamp) -> Bool {
        now > end.advanced(by: Self.grace)
    }

    /// The data behind the secret.
    private static func rest(
        sender: SenderIdentity,
        seconds: UInt32,
        name: String,
        relay: WebOrigin
    ) -> [UInt8] {
        var rest = sender.bytes
        rest.append(bigEndian: seconds)
        return rest + PairingText.bytes(Array(name.utf8), field(of: relay))
    }

    /// An origin as a link has it.
    private static func field(of relay: WebOrigin) -> [UInt8] {
        Array(relay.text.utf8.dropFirst(relay.isEncrypted ? scheme.utf8.count : 0))
    }

    private static func relay(_ field: [UInt8]) -> WebOrigin? {
        WebOrigin(field.starts(with: "http://".utf8) ? field : scheme.utf8 + field)
    }

    private static func text(scanned text: String) throws(WireError) -> String {
        let trimmed = CheckedText.trimmed(text)
        guard trimmed.starts(with: scheme.utf8) else { return text }
        guard let mark = trimmed.firstIndex(of: UInt8(ascii: "#")) else { throw .wrongPrefix }
        let rest = trimmed[(mark + 1)...]
        return CheckedText.pairing.rawValue + String(decoding: rest, as: UTF8.self)
    }
}

extension PairingLink: Redacted {}
