// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
package import SealedPushContacts
import SealedPushCrypto
package import SealedPushStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folder beside a store with the pictures of its contacts, under names that tell nothing.
///
/// It lies outside, because a store holds nothing that is not sealed.
package struct AvatarFolder {
    /// Its path.
    package let folder: String
    private let files: any StoreFileSystem

    /// The folder of the store at `path`.
    package init(of path: String, files: any StoreFileSystem = POSIXFileSystem()) {
        self.files = files
        folder = StoreSurroundings.beside(path, ".avatars")
    }

    package func path(of name: String) -> String { "\(folder)/\(name)" }

    /// Keeps a picture, and gives the name of its file; it is durable by then, so that no record
    /// names what is not there.
    package func put(_ picture: [UInt8]) throws(CommandError) -> String {
        guard let kind = PictureKind(of: picture) else {
            throw CommandError(
                .notAuthentic,
                name: "malformedPicture",
                "the picture is no PNG, JPEG or HEIC"
            )
        }
        let name = "\(Hex.encode(Randomness.bytes(16).span)).\(kind.rawValue)"
        do throws(FileError) {
            try makeFolder()
            do throws(FileError) {
                try files.create(path(of: name), contents: picture.span)
                try files.sync(file: path(of: name))
                try files.sync(folder: folder)
            } catch {
                try? files.unlink(path(of: name))
                throw error
            }
        } catch {
            throw CommandError(
                .failure,
                name: "outputFailed",
                "the picture can't be kept in the folder beside the store: \(error.reasonOfNewFile)"
            )
        }
        return name
    }

    private func makeFolder() throws(FileError) {
        do throws(FileError) {
            try files.makeFolder(folder)
        } catch .exists {
            // A link may lead into a folder of another user.
            guard try files.status(of: folder).kind == .folder else {
                throw .refused(.unexpectedKind)
            }
        }
        // The run that made it may have been stopped before this. As for the store beside it: if
        // the folder that both are in cannot be synced, durability is left to the system.
        let parent = folder.lastIndex(of: "/").map { String(folder[...$0]) } ?? "."
        try? files.sync(folder: parent)
    }

    /// How many of the contacts' pictures are not there.
    package func missing(in book: ContactBook) throws -> Int {
        Set(try book.list().contacts.compactMap(\.avatar))
            .count { !FileManager.default.fileExists(atPath: path(of: $0)) }
    }

    /// Removes the pictures that no contact has any more; other files in the folder stay.
    package func sweep(keeping book: ContactBook) throws {
        let listing = try book.list()
        // A contact that can't be read may have one of them.
        guard listing.failures.isEmpty else { return }
        let used = Set(listing.contacts.compactMap(\.avatar))
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where Self.isOurs(name) && !used.contains(name) {
            try? FileManager.default.removeItem(atPath: path(of: name))
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && PictureKind(rawValue: String(parts[1])) != nil
            && parts[0].utf8.count == 32
            && parts[0].utf8.allSatisfy {
                "0"..."9" ~= Unicode.Scalar($0) || "a"..."f" ~= Unicode.Scalar($0)
            }
    }
}

/// What a picture is, by its first bytes; the raw value is how its file's name ends.
enum PictureKind: String {
    case png
    case jpeg
    case heic

    init?(of picture: [UInt8]) {
        if picture.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if picture.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if picture.dropFirst(4).starts(with: Array("ftyp".utf8)),
            Self.heicBrands.contains(
                String(decoding: picture.dropFirst(8).prefix(4), as: UTF8.self)
            )
        {
            self = .heic
        } else {
            return nil
        }
    }

    /// The major brands of HEIF files that hold HEVC pictures (ISO/IEC 23008-12).
    private static let heicBrands: Set<String> = ["heic", "heix", "heim", "heis", "mif1"]
}
