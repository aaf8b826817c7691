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
