// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// Files that say something by being there, and by how many bytes they have: what the bytes are does
// not matter, so such a file is made and extended in place.

extension StoreFolder {
    /// Makes an empty file unless it is there; either way it is durable then.
    package func mark(_ file: StorePath) throws(StoreError) -> Creation {
        var creation = Creation.created
        do throws(FileError) {
            do throws(FileError) {
                try files.create(absolute(file.text), contents: Span())
            } catch .exists {
                creation = .present
            }
            try files.sync(folder: absolute(file.folder))
            return creation
        } catch .absent {
            return .noFolder
        } catch {
            throw StoreError(error)
        }
    }

    /// Makes empty files of one folder unless they are there, with one sync for all of them.
    package func mark(_ names: [String], in folder: String) throws(StoreError) {
        guard !names.isEmpty else { return }
        do throws(FileError) {
            for name in names {
                do throws(FileError) {
                    try files.create(absolute("\(folder)/\(name)"), contents: Span())
                } catch .exists {
                    // Another run was faster.
                }
            }
            try files.sync(folder: absolute(folder))
        } catch {
            throw StoreError(error)
        }
    }

    /// Adds a byte to a file, durably, and says whether the file was there; it is never made.
    package func extend(_ file: StorePath) throws(StoreError) -> Bool {
        let byte: [UInt8] = [1]
        do throws(FileError) {
            try files.append(byte.span, to: absolute(file.text))
            try files.sync(file: absolute(file.text))
            return true
        } catch .absent {
            return false
        } catch {
            throw StoreError(error)
        }
    }

    /// Makes the names in a folder durable, and says whether the folder is there.
    package func settle(_ folder: String) throws(StoreError) -> Bool {
        do throws(FileError) {
            try files.sync(folder: absolute(folder))
            return true
        } catch .absent {
            return false
        } catch {
            throw StoreError(error)
        }
    }

    /// Makes a folder of the store unless it is there, durably.
    package func makeFolder(_ folder: String) throws(StoreError) {
        do throws(FileError) {
            do throws(FileError) {
                try files.makeFolder(absolute(folder))
            } catch .exists {
                // Another run was faster.
            }
            try files.sync(folder: path)
        } catch {
            throw StoreError(error)
        }
    }
}
