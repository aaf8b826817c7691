// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore

/// Where encrypted files become decrypted ones.
struct AttachmentFolder: Sendable {
    let path: String
    private let files = POSIXFileSystem()

    init(path: String) {
        self.path = path
    }

    /// The path of a file that is not there yet.
    ///
    /// The folder is made where it is missing; one that others may use is none.
    func newFile(extension name: String) throws(AttachmentError) -> String {
        do throws(FileError) {
            do throws(FileError) { try files.makeFolder(path) } catch .exists {}
            try files.status(of: path).check(.folder)
        } catch {
            throw .storageUnavailable
        }
        return "\(path)/\(Hex.encode(Randomness.bytes(Self.nameCount).span)).\(name)"
    }

    /// How many random bytes name a file.
    private static let nameCount = 16

    /// Whether a file of this name is one of those that are made here.
    private static func isOurs(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && Hex.decode(String(parts[0]))?.count == nameCount
    }

    /// Checks and decrypts `sealed` into the new file `opened`.
    func open(
        _ sealed: String,
        as reference: AttachmentReference,
        to opened: String
    ) throws(AttachmentError) {
        do {
            var offset = 0
            try files.create(opened, contents: Span())
            try AttachmentOpener.open(reference) { bytes in
                // Between two records, so that a run whose time is over ends soon.
                guard !Task.isCancelled else { throw AttachmentError.timedOut }
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

    func remove(_ file: String) {
        try? files.unlink(file)
    }

    /// Removes the files that were made here and last changed at no such second since 1970.
    ///
    /// In a folder that others may use, or that a link leads to, nothing was made here. The folder is
    /// opened once, so that no other one is swept if another user swaps it meanwhile.
    func removeFiles(changedOutside seconds: ClosedRange<Int64>) {
        guard let folder = try? OpenFolder(at: path),
            (try? folder.status().check(.folder)) != nil
        else { return }
        for name in (try? folder.names()) ?? [] where Self.isOurs(name) {
            guard let status = try? folder.status(of: name), status.kind == .file, status.isOurs,
                !seconds.contains(status.modified)
            else { continue }
            try? folder.unlink(name)
        }
    }
}
