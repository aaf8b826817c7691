// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// Fetches encrypted files.
///
/// It need not be trusted: the receiver checks each file before it uses it.
public protocol AttachmentDownloader: Sendable {
    /// Downloads a file.
    ///
    /// The request carries no cookie and no credential: the server is the sender's choice.
    /// It is cancelled with its task, and may leave a part of the file if it throws.
    ///
    /// - Parameters:
    ///   - request: The file. A redirect must not be followed if ``AttachmentRequest/check(_:)``
    ///     throws for its target; the first URL was checked. A system that knows which networks are
    ///     expensive must heed ``AttachmentRequest/allowsExpensiveNetwork``.
    ///   - file: The path of a file that is not there yet, in a folder that is.
    /// - Throws: ``SealedPush/AttachmentError/unavailable``,
    ///   ``SealedPush/AttachmentError/wrongFile`` for more bytes,
    ///   ``SealedPush/AttachmentError/timedOut`` if it was cancelled,
    ///   ``SealedPush/AttachmentError/storageUnavailable``.
    func download(
        _ request: AttachmentRequest,
        to file: String
    ) async throws(AttachmentError)
}

/// One file to download, and where it may come from.
public struct AttachmentRequest: Sendable, Hashable {
    /// The URL of the encrypted file.
    public let url: String
    /// The size of the file in bytes; once there are more, the download may end.
    public let size: Int
    /// True if the server may be in the device's own network.
    public let allowsPrivateAddresses: Bool
    /// True if it may be downloaded over an expensive network, such as mobile data.
    public let allowsExpensiveNetwork: Bool

    /// A request for a file of `size` bytes at an https URL.
    public init(
        url: String,
        size: Int,
        allowsPrivateAddresses: Bool = false,
        allowsExpensiveNetwork: Bool = true
    ) {
        self.url = url
        self.size = size
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.allowsExpensiveNetwork = allowsExpensiveNetwork
    }

    /// Checks a URL before it is asked: the file's own, and that of each redirect.
    ///
    /// - Parameter url: An absolute URL.
    /// - Throws: ``SealedPush/AttachmentError/malformedReference`` for a URL that no reference may
    ///   have, ``SealedPush/AttachmentError/addressNotAllowed`` for one in the device's own
    ///   network.
    public func check(_ url: String) throws(AttachmentError) {
        guard AttachmentReference.isFetched(url) else { throw .malformedReference }
        guard allowsPrivateAddresses || !AttachmentHost(of: url).isPrivate else {
            throw .addressNotAllowed
        }
    }
}

/// The host of an attachment's URL, as far as its spelling tells where it is.
struct AttachmentHost {
    private let name: Substring

    /// The host of a URL that A-3 accepts: a name or an IPv4 address, never an IPv6 address.
    init(of url: String) {
        let rest = url.dropFirst("https://".count)
        name = rest.prefix { !"/?:".contains($0) }
    }

    /// Whether the host is this device, or a device of the network that it is in.
    ///
    /// A name that DNS resolves to a private address is not recognized. A host with an escape
    /// counts as private, because resolvers differ in how they read it.
    var isPrivate: Bool {
        var host = name.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        guard !host.isEmpty, !host.contains("%") else { return true }
        if ["localhost", "local"].contains(host.split(separator: ".").last) { return true }
        switch Self.address(host) {
        case .none: return false
        case .some(.none): return true
        case .some(let address?):
            return Self.privateNetworks.contains { address >> $0.shift == $0.prefix }
        }
    }

    /// The networks that no public server is in: the bits to drop from an address, and what is
    /// left.
    private static let privateNetworks: [(shift: UInt32, prefix: UInt32)] = [
        network(0, 0, bits: 8), network(10, 0, bits: 8), network(100, 64, bits: 10),
        network(127, 0, bits: 8), network(169, 254, bits: 16), network(172, 16, bits: 12),
        network(192, 168, bits: 16),
        // Groups, and what is reserved.
        network(224, 0, bits: 3),
    ]

    private static func network(
        _ first: UInt32,
        _ second: UInt32,
        bits: UInt32
    ) -> (shift: UInt32, prefix: UInt32) {
        (32 - bits, (first << 24 | second << 16) >> (32 - bits))
    }

    /// The IPv4 address that system resolvers read in `host`: `inet_aton` knows one to four
    /// numbers, in decimal, octal and hexadecimal.
    ///
    /// - Returns: Nil for a name, and nil inside for a number that is no address.
    private static func address(_ host: String) -> UInt32?? {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = parts.last, isNumeric(last) else { return .none }
        let numbers = parts.map(number)
        guard parts.count <= 4, let end = numbers.last ?? nil, end >> (8 * (5 - parts.count)) == 0
        else { return .some(nil) }
        var address = end
        for (index, number) in numbers.dropLast().enumerated() {
            guard let number, number < 256 else { return .some(nil) }
            address |= number << (24 - 8 * UInt64(index))
        }
        return UInt32(address)
    }

    /// Whether a label begins as a number does; no top-level domain does.
    private static func isNumeric(_ label: Substring) -> Bool {
        label.first.map { "0"..."9" ~= $0 } ?? true
    }

    private static func number(_ part: Substring) -> UInt64? {
        if part.hasPrefix("0x") { return UInt64(part.dropFirst(2), radix: 16) }
        return UInt64(part, radix: part.hasPrefix("0") ? 8 : 10)
    }
}
