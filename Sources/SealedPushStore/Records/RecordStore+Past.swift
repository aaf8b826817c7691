// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

// Each file of a watched record that is replaced or removed leaves an empty file in `past/`, whose name is a code over
// its place and its nonce. The folder is made with the first of them.
//
// Why no honest run is ever accused, with any number of processes, stopped or without power at any instant: a file is
// noted only by somebody who saw it in place, and after another one, or none, had durably taken that place. Each file
// is put in place at most once and no two have the same nonce, so from then on it can't be there. A reader that meets a
// noted file looks once more, because it may have read the file before it was replaced.
//
// What is missed: a file that was put back while what is noted of it was taken away, and one that nobody came to note
// because its writer was stopped or overtaken.

extension RecordStore {
    /// What stands at the place of a record now.
    ///
    /// - Throws: ``StoreError/rolledBack`` for a file that was replaced or removed before.
    func current(_ path: StorePath) throws(StoreError) -> [UInt8]? {
        guard var file = try folder.read(path) else { return nil }
        while try folder.contains(note(of: file, at: path)) {
            guard let again = try folder.read(path) else { return nil }
            guard RecordSealer.nonce(of: again) != RecordSealer.nonce(of: file) else {
                throw .rolledBack
            }
            file = again
        }
        return file
    }

    /// The file of a watched record that is about to be replaced or removed; nil also where it can't be read, and so not
    /// be noted.
    func fileToForget(_ path: StorePath, _ kind: RecordKind) -> [UInt8]? {
        guard kind.isWatched else { return nil }
        do throws(StoreError) {
            return try folder.read(path)
        } catch {
            return nil
        }
    }

    /// Notes that a file was durably replaced or removed.
    func notePast(_ file: [UInt8], at path: StorePath) throws(StoreError) {
        let note = note(of: file, at: path)
        guard try !folder.createEmpty(note) else { return }
        try folder.make(StoreFolder.past)
        guard try folder.createEmpty(note) else { throw .corrupted }
    }

    private func note(of file: [UInt8], at path: StorePath) -> StorePath {
        StorePath(
            folder: StoreFolder.past,
            name: sealer.nameOfPast(RecordSealer.nonce(of: file), at: path)
        )
    }
}
