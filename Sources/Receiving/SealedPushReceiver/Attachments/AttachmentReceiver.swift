// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
import SealedPushStore

/// Fetches the files of a message, checks and decrypts them.
///
/// Everything happens in a folder of its own, 0700, whose files are 0600 and have names without
/// meaning. An encrypted file is gone when its call ends, however it ends; a decrypted one
/// stays for the system to take.
package struct AttachmentReceiver: Sendable {
    private let folder: String
    private let downloader: any AttachmentDownloader
    private let allowsPrivateAddresses: Bool
    private let files = POSIXFileSystem()

    /// How many random bytes name a file.
    private static let nameCount = 16

    /// A receiver that works in the folder at `path`, which is made when it is needed.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - downloader: Fetches the encrypted files.
    ///   - allowsPrivateAddresses: Whether files may come from the device's own network.
    package init(
        folder path: String,
        downloader: any AttachmentDownloader,
        allowsPrivateAddresses: Bool = false
    ) {
        folder = path
        self.downloader = downloader
        self.allowsPrivateAddresses = allowsPrivateAddresses
    }

    /// How many bytes of a message's files may be fetched over an expensive network, such as mobile
    /// data.
    ///
    /// - Parameters:
    ///   - status: What the device decided about the sender; nil for no contact.
    ///   - limit: How many bytes are free to senders that are neither verified nor services, or
    ///     whose messages carry a warning; nil sets no limit.
    /// - Returns: The limit, or nil if there is none.
    package static func expensiveLimit(for status: ContactStatus?, _ limit: Int?) -> Int? {
        guard let status, !status.needsCheck else { return limit }
        return status.trust == .verified || status.kind == .service ? nil : limit
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
    package func receive(
        all references: [AttachmentReference],
        expensiveLimit limit: Int? = nil,
        each: (NotificationContent.Attachment) throws(AttachmentError) -> Void
    ) async -> [AttachmentError] {
        var failures: [AttachmentError] = []
        var total = 0
        for reference in references {
            total += reference.size
            do throws(AttachmentError) {
                let attachment = try await receive(
                    reference,
                    allowsExpensiveNetwork: limit.map { total <= $0 } ?? true
                )
                do throws(AttachmentError) {
                    try each(attachment)
                } catch {
                    remove(attachment.path)
                    throw error
                }
            } catch {
                failures.append(error)
            }
        }
        return failures
    }

    /// Downloads one file, checks it and decrypts it; if that fails, no file of it is left.
    package func receive(
        _ reference: AttachmentReference,
        allowsExpensiveNetwork: Bool = true
    ) async throws(AttachmentError) -> NotificationContent.Attachment {
        let request = AttachmentRequest(
            url: reference.url,
            size: reference.size,
            allowsPrivateAddresses: allowsPrivateAddresses,
            allowsExpensiveNetwork: allowsExpensiveNetwork
        )
        try request.check(request.url)
        let sealed = try newFile(extension: "sealed")
        defer { remove(sealed) }
        try Self.checkTime()
        do throws(AttachmentError) {
            try await downloader.download(request, to: sealed)
        } catch {
            try Self.checkTime()
            throw error
        }
        let opened = try newFile(extension: reference.type.filenameExtension)
        do throws(AttachmentError) {
            try open(sealed, as: reference, to: opened)
        } catch {
            remove(opened)
            throw error
        }
        return NotificationContent.Attachment(path: opened, type: reference.type)
    }

    /// Removes what runs left that were killed, or whose files the system did not take: all that is
    /// older than an hour, or that was made while the clock was more than a day ahead.
    ///
    /// In a folder that others may use, or that a link leads to, nothing was made here. The folder
    /// is opened once, so that no other one is swept if another user swaps it meanwhile.
    ///
    /// - Parameter now: What time it is by the system's clock, by which the files have theirs.
    package func removeLeftovers(now: Timestamp) {
        let now = Int64(now.milliseconds / 1000)
        guard let folder = try? OpenFolder(at: folder),
            (try? folder.status().check(.folder)) != nil
        else { return }
        for name in (try? folder.names()) ?? [] where Self.isOurs(name) {
            guard let status = try? folder.status(of: name), status.kind == .file, status.isOurs,
                !(now - 3600...now + 86_400).contains(status.modified)
            else { continue }
            try? folder.unlink(name)
        }
    }
}

// MARK: - Files

extension AttachmentReceiver {
    private static func checkTime() throws(AttachmentError) {
        if Task.isCancelled { throw .timedOut }
    }

    private func remove(_ file: String) { try? files.unlink(file) }

    /// The path of a file that is not there yet.
    ///
    /// The folder is made if it is missing; one that others may use is none.
    private func newFile(extension name: String) throws(AttachmentError) -> String {
        do throws(FileError) {
            do throws(FileError) { try files.makeFolder(folder) } catch .exists {}
            try files.status(of: folder).check(.folder)
        } catch {
            throw .storageUnavailable
        }
        return "\(folder)/\(Hex.encode(Randomness.bytes(Self.nameCount).span)).\(name)"
    }

    /// Whether a file of this name is one of those that are made here.
    private static func isOurs(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && Hex.decode(String(parts[0]))?.count == nameCount
    }

    /// Checks and decrypts `sealed` into the new file `opened`.
    private func open(
        _ sealed: String,
        as reference: AttachmentReference,
        to opened: String
    ) throws(AttachmentError) {
        do {
            var offset = 0
            try files.create(opened, contents: Span())
            try AttachmentOpener.open(reference) { bytes in
                // Between two records, so that a run whose time is over ends soon.
                try Self.checkTime()
                let count = try files.read(sealed, from: offset, into: &bytes)
                offset += count
                return count
            } writing: { bytes in
                try files.append(bytes, to: opened)
            }
        } catch let error as AttachmentError {
            throw error
        } catch {
            throw .storageUnavailable
        }
    }
}
