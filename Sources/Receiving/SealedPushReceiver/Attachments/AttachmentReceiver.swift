// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushCrypto
import SealedPushStore

/// Fetches the files of a message, checks and decrypts them.
///
/// Everything happens in a folder of its own, 0700, whose files are 0600 and have names without
/// meaning. An encrypted file is gone when its call ends, however it ends; a decrypted one
/// stays for the system to take.
public struct AttachmentReceiver: Sendable {
    private let folder: AttachmentFolder
    private let downloader: any AttachmentDownloader
    private let allowsPrivateAddresses: Bool

    /// How many bytes a message of an unverified contact may load over an expensive network: 1 MiB.
    public static let standardExpensiveLimit = 1 << 20

    /// How many bytes of a message's files may be fetched over an expensive network, such as mobile
    /// data.
    ///
    /// - Parameters:
    ///   - standing: What the device decided about the sender; nil for no contact.
    ///   - limit: How many bytes are free to senders that are neither verified nor services, or
    ///     whose messages carry a warning; nil sets no limit.
    /// - Returns: The limit, or nil where there is none.
    public static func expensiveLimit(
        for standing: ContactStanding?,
        _ limit: Int? = standardExpensiveLimit
    ) -> Int? {
        guard let standing, !standing.needsCheck else { return limit }
        return standing.trust == .verified || standing.kind == .service ? nil : limit
    }

    /// A receiver that works in the folder at `path`, which is made when it is needed.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - downloader: Fetches the encrypted files.
    ///   - allowsPrivateAddresses: Whether files may come from the device's own network.
    public init(
        folder path: String,
        downloader: any AttachmentDownloader,
        allowsPrivateAddresses: Bool = false
    ) {
        folder = AttachmentFolder(path: path)
        self.downloader = downloader
        self.allowsPrivateAddresses = allowsPrivateAddresses
    }

    /// Downloads the files of a message one after the other.
    ///
    /// - Parameters:
    ///   - references: ``ReceivedNotification/attachments``.
    ///   - limit: How many bytes of them, in their order, may be fetched over an expensive network;
    ///     nil for all.
    ///   - each: Takes each file that is there; one that it throws for is removed.
    /// - Returns: Why others are not, in their order; once time is over,
    ///   ``AttachmentError/timedOut`` for each that is left.
    public func receive(
        all references: [AttachmentReference],
        expensiveLimit limit: Int? = nil,
        each: (NotificationAttachment) throws(AttachmentError) -> Void
    ) async -> [AttachmentError] {
        var failures: [AttachmentError] = []
        var total = 0
        for reference in references {
            do throws(AttachmentError) {
                total += reference.size
                let attachment = try await receive(
                    reference,
                    allowsExpensiveNetwork: limit.map { total <= $0 } ?? true
                )
                do throws(AttachmentError) {
                    try each(attachment)
                } catch {
                    discard([attachment])
                    throw error
                }
            } catch {
                failures.append(error)
            }
        }
        return failures
    }

    /// Downloads one file, checks it and decrypts it.
    ///
    /// - Parameters:
    ///   - reference: One of ``ReceivedNotification/attachments``.
    ///   - allowsExpensiveNetwork: Whether it may be fetched over mobile data and the like.
    /// - Returns: The decrypted file.
    /// - Throws: ``AttachmentError``, and no file of it is left.
    public func receive(
        _ reference: AttachmentReference,
        allowsExpensiveNetwork: Bool = true
    ) async throws(AttachmentError) -> NotificationAttachment {
        let request = AttachmentRequest(
            url: reference.url,
            size: reference.size,
            allowsPrivateAddresses: allowsPrivateAddresses,
            allowsExpensiveNetwork: allowsExpensiveNetwork
        )
        try request.check(request.url)
        let sealed = try folder.newFile(extension: "sealed")
        defer { folder.remove(sealed) }
        try Self.checkTime()
        do throws(AttachmentError) {
            try await downloader.download(request, to: sealed)
        } catch {
            try Self.checkTime()
            throw error
        }
        let opened = try folder.newFile(extension: reference.type.filenameExtension)
        do throws(AttachmentError) {
            try folder.open(sealed, as: reference, to: opened)
        } catch {
            folder.remove(opened)
            throw error
        }
        return NotificationAttachment(path: opened, type: reference.type)
    }

    /// Removes files that are not shown.
    public func discard(_ attachments: [NotificationAttachment]) {
        for attachment in attachments { folder.remove(attachment.path) }
    }

    /// Removes what runs left that were killed, or whose files the system did not take: all that is older than an hour,
    /// or that was made while the clock was more than a day ahead.
    ///
    /// - Parameter now: What time it is by the system's clock, by which the files have theirs.
    public func removeLeftovers(now: Timestamp) {
        let seconds = Int64(now.milliseconds / 1000)
        folder.removeFiles(changedOutside: seconds - 3600...seconds + 86_400)
    }

    private static func checkTime() throws(AttachmentError) {
        if Task.isCancelled { throw .timedOut }
    }
}
