// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// One file to download, and where it may come from.
public struct AttachmentRequest: Sendable, Hashable {
    /// The URL of the encrypted file.
    public let url: String
    /// How many bytes the file has; once there are more, the download may end.
    public let size: Int
    /// Whether the server may be in the device's own network.
    public let allowsPrivateAddresses: Bool
    /// Whether it may be downloaded over an expensive network, such as mobile data.
    public let allowsExpensiveNetwork: Bool

    /// A request for a file of `size` bytes.
    ///
    /// - Parameters:
    ///   - url: An https URL.
    ///   - size: How many bytes the file has.
    ///   - allowsPrivateAddresses: Whether the server may be in the device's own network.
    ///   - allowsExpensiveNetwork: Whether it may be downloaded over an expensive network.
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
    /// - Throws: ``AttachmentError/malformedReference`` for a URL that no reference may have,
    ///   ``AttachmentError/addressNotAllowed`` for one in the device's own network.
    public func check(_ url: String) throws(AttachmentError) {
        guard AttachmentReference.isFetched(url) else { throw .malformedReference }
        guard allowsPrivateAddresses || !AttachmentHost(of: url).isPrivate else {
            throw .addressNotAllowed
        }
    }
}
