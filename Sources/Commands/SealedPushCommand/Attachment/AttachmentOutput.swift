// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushStore

/// The new file that an encrypted or decrypted attachment is written to; only this user may use it.
///
/// It has its name only once all of it is right, and goes where that never comes.
struct AttachmentOutput: ~Copyable {
    private var file: NewFile

    /// Makes the file beside its place.
    init(creating path: String) throws(CommandError) {
        do throws(FileError) {
            file = try NewFile.make(at: path)
        } catch {
            throw Self.failed(error)
        }
    }

    /// Writes at its end.
    func append(_ piece: Span<UInt8>) throws(CommandError) {
        do throws(FileError) {
            try file.append(piece)
        } catch {
            throw Self.failed(error)
        }
    }

    /// Gives the file its name; it is removed again where `last` fails, without which it is worth
    /// nothing.
    consuming func finish(
        _ last: () throws(CommandError) -> Void = {}
    ) throws(CommandError) {
        do throws(FileError) {
            try file.publish()
        } catch {
            throw Self.failed(error)
        }
        try last()
        file.keep()
    }

    private static func failed(_ error: FileError) -> CommandError {
        let what = "file of --out"
        return error == .exists ? .placeTaken(what) : .notWritten(what, error.reasonOfNewFile)
    }
}

extension InputFile {
    /// A reference from a file.
    func readAttachmentReference() throws(CommandError) -> AttachmentReference {
        let bytes = try read("reference")
        do throws(AttachmentError) {
            return try AttachmentReference(readingWithKey: bytes)
        } catch {
            throw CommandError(error)
        }
    }
}
