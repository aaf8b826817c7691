// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// Fetches encrypted files.
///
/// It is trusted with nothing: what it brings is checked before it is used.
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
    /// - Throws: ``AttachmentError/unavailable``,
    ///   ``AttachmentError/wrongFile`` for more bytes, ``AttachmentError/timedOut`` where it was
    ///   cancelled, ``AttachmentError/storageUnavailable``.
    func download(
        _ request: AttachmentRequest,
        to file: String
    ) async throws(AttachmentError)
}
