// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore

/// The file that an encrypted or decrypted attachment is written to: a new one, which nobody else may use.
struct AttachmentOutput {
    private let path: String
    private let files = POSIXFileSystem()

    /// Makes the file.
    init(creating path: String) throws(CommandError) {
        self.path = path
        do throws(FileError) {
            try files.create(path, contents: Span())
        } catch .exists {
            throw CommandError(
                .failure,
                name: "alreadyExists",
                "there is something at the place of --out",
                hint: "choose another name: a file is never written over anything"
            )
        } catch {
            throw Self.failed
        }
    }

    /// Writes at its end.
    func append(_ piece: Span<UInt8>) throws(CommandError) {
        do throws(FileError) {
            try files.append(piece, to: path)
        } catch {
            throw Self.failed
        }
    }

    /// Removes it, where what it holds is not what it should be.
    func remove() {
        try? files.unlink(path)
    }

    private static var failed: CommandError {
        CommandError(
            .failure,
            name: "outputFailed",
            "the file of --out can't be written",
            hint: "its folder has to be there, and to have room"
        )
    }
}

extension InputFile {
    /// A reference from a file.
    func readAttachmentReference(
        or status: ExitStatus
    ) throws(CommandError) -> AttachmentReference {
        let bytes = try read("reference", tooLarge: status)
        do throws(AttachmentError) {
            return try AttachmentReference(readingWithKey: bytes)
        } catch {
            throw CommandError(error, status)
        }
    }
}
