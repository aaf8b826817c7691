// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushStore

/// A file system with a fault in it, as a store would have that makes its calls in a wrong way.
final class PlantedFiles: StoreFileSystem {
    enum Fault: String, CaseIterable, Sendable {
        /// A claim looks whether the place is free, and then moves there.
        case claimInTwoSteps
        /// The folder of a claim is never synced.
        case claimNotDurable
        /// The folder of deferred messages is never synced.
        case deferredNotDurable
        /// What is in a claim is not synced before it has its name.
        case contentNotDurable
        /// What is in a claim is synced only when it has its name.
        case contentDurableLate
        /// An erasure is not synced.
        case erasureNotDurable
        /// The prekey is erased before the claim is durable.
        case erasedBeforeClaim
        /// A claim is emptied by removing it.
        case emptiedByRemoval
        /// Erasing one prekey erases all of them.
        case allErased
        /// Listing the claims under a prekey finds none.
        case claimsUnseen
        /// The folder of the index is never synced.
        case entryNotDurable
        /// No entry is made before its claim.
        case entryLate
        /// An entry goes before its claim is emptied.
        case entryGoesFirst
    }

    private let files: any StoreFileSystem
    private let fault: Fault
    /// Where the claims of the prekey in question stand.
    private let claims: String

    init(_ files: any StoreFileSystem, _ fault: Fault, claims: String) {
        self.files = files
        self.fault = fault
        self.claims = claims
    }

    /// The entry of the claim at a path.
    private static func entry(of claim: String) -> String {
        let parts = claim.split(separator: "/").suffix(2).joined(separator: "-")
        return "\(ReplayingFiles.store)/unfinished/\(parts)"
    }

    private static func isClaim(_ path: String) -> Bool { path.contains("/claims/") }
    private static func isDeferred(_ path: String) -> Bool { path.contains("/deferred") }
    private static func isEntry(_ path: String) -> Bool { path.contains("/unfinished") }
    private static func isPrekey(_ path: String) -> Bool { path.contains("/prekeys") }

    func link(_ file: String, to name: String) throws(FileError) {
        guard fault == .claimInTwoSteps, Self.isClaim(name) else {
            try files.link(file, to: name)
            if fault == .contentDurableLate { try files.sync(file: file) }
            return
        }
        do throws(FileError) {
            _ = try files.status(of: name)
        } catch .absent {
            return try files.rename(file, to: name)
        }
        throw .exists
    }

    func rename(_ path: String, to name: String) throws(FileError) {
        if fault == .entryGoesFirst, Self.isClaim(name) { try? files.unlink(Self.entry(of: name)) }
        // Only claims are to be late: what is moved is a mark.
        if fault == .contentDurableLate { try files.sync(file: path) }
        try files.rename(path, to: name)
        if fault == .emptiedByRemoval, Self.isClaim(name) { try files.unlink(name) }
    }

    func sync(file: String) throws(FileError) {
        switch fault {
        case .contentNotDurable, .contentDurableLate: return
        default: try files.sync(file: file)
        }
    }

    func sync(folder: String) throws(FileError) {
        switch fault {
        case .claimNotDurable where Self.isClaim(folder): return
        case .entryNotDurable where Self.isEntry(folder): return
        case .deferredNotDurable where Self.isDeferred(folder): return
        case .erasureNotDurable where Self.isPrekey(folder): return
        case .erasedBeforeClaim where Self.isClaim(folder): return
        case .erasedBeforeClaim where Self.isPrekey(folder):
            try files.sync(folder: folder)
            try files.sync(folder: claims)
        default: try files.sync(folder: folder)
        }
    }

    func status(of path: String) throws(FileError) -> FileStatus { try files.status(of: path) }

    func names(in folder: String) throws(FileError) -> [String] {
        fault == .claimsUnseen && Self.isClaim(folder) ? [] : try files.names(in: folder)
    }

    func read(_ file: String, into bytes: inout MutableSpan<UInt8>) throws(FileError) -> Int {
        try files.read(file, into: &bytes)
    }

    func create(_ file: String, contents: Span<UInt8>) throws(FileError) {
        if fault == .entryLate, Self.isEntry(file) {
            let hasClaim = try files.names(in: claims).contains { file.hasSuffix($0) }
            guard hasClaim else { return }
        }
        try files.create(file, contents: contents)
    }

    func append(_ contents: Span<UInt8>, to file: String) throws(FileError) {
        try files.append(contents, to: file)
    }

    func unlink(_ file: String) throws(FileError) {
        try files.unlink(file)
        guard fault == .allErased, Self.isPrekey(file) else { return }
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
        for name in try files.names(in: folder) { try files.unlink("\(folder)/\(name)") }
    }

    func makeFolder(_ folder: String) throws(FileError) { try files.makeFolder(folder) }

    func removeFolder(_ folder: String) throws(FileError) { try files.removeFolder(folder) }

    func excludeFromBackups(_ folder: String) {}
}
