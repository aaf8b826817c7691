// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why a call to the file system failed, as far as the store tells reasons apart.
package enum FileError: Error, Hashable {
    /// The file, or a folder on the way to it, is not there.
    case absent
    /// Something is already there; a folder that was to go or to be replaced is not empty.
    case exists
    /// Any other failure, in the store's words.
    case refused(StoreError)
}

extension StoreError {
    /// What a failure means if nothing special was expected: the layout of a store is fixed, so
    /// a file or folder of it that is absent was taken away by another process.
    package init(_ error: FileError) {
        switch error {
        case .absent: self = .corrupted
        case .exists: self = .alreadyExists
        case .refused(let reason): self = reason
        }
    }
}

extension FileError {
    /// Why a file that was to be made was not, behind "can't be written: ".
    package var reasonOfNewFile: String {
        switch self {
        case .absent: "its folder is not there"
        case .exists: "something is there"
        case .refused(let error): error.reason
        }
    }
}
