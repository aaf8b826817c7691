// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushAPNs
import SealedPushCrypto
import SealedPushStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder of the user's in which provider tokens are kept between runs, a file for each key: APNs
/// takes a new token of a key only every 20 minutes.
///
/// A file is this user's alone, and is there whole or not at all. No other user may write it, and a
/// token in it counts only if the key has signed it.
struct TokenFolder: ProviderTokenKeeper {
    let path: String

    /// How long another process may take over its token.
    private static let patience: Duration = .seconds(2)
    /// More bytes than a token has.
    private static let limit = 4096
    /// What follows the name of a file that is being written, before 16 digits.
    private static let partial = ".partial-"

    /// The folder that an option names, else the user's: that of the service manager, or in the
    /// user's cache.
    ///
    /// - Parameters:
    ///   - option: The folder, or `none`.
    ///   - environment: Where the user's folders are.
    ///   - home: The user's home, where the environment names none.
    init?(
        _ option: String?,
        in environment: [String: String],
        home: String? = TokenFolder.home
    ) {
        if let option {
            guard option != "none" else { return nil }
            path = option
            return
        }
        func folder(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        // A service manager may name several.
        let managed = folder("CACHE_DIRECTORY")?.split(separator: ":").first.map(String.init)
        let cache = folder("XDG_CACHE_HOME") ?? (folder("HOME") ?? home).map { $0 + "/.cache" }
        guard let path = managed ?? cache.map({ $0 + "/sealedpush" }) else {
            Self.note("this user has no home; name a folder with --token-folder")
            return nil
        }
        self.path = path
    }

    /// The home that the system knows of this user, which cron and containers may leave out of the
    /// environment.
    private static var home: String? {
        guard let user = unsafe getpwuid(geteuid()), let path = unsafe user.pointee.pw_dir else {
            return nil
        }
        let home = unsafe String(cString: path)
        return home.hasPrefix("/") ? home : nil
    }

    func token(
        of keyID: String,
        _ teamID: String,
        where serves: (String) -> Bool,
        else make: () throws(APNsError) -> String
    ) throws(APNsError) -> String {
        let folder: OpenFolder
        do throws(FileError) {
            folder = try open()
        } catch {
            Self.note(error.reasonOfNewFile)
            return try make()
        }
        let isLocked = lock(folder)
        let name = "\(keyID)-\(teamID)"
        if let token = read(name, in: folder), serves(token) { return token }
        let token = try make()
        if isLocked { removePartial(of: name, in: folder) }
        do throws(FileError) {
            try write(token, to: name, in: folder)
        } catch {
            Self.note(error.reasonOfNewFile)
        }
        return token
    }

    private func read(_ name: String, in folder: borrowing OpenFolder) -> String? {
        var bytes = [UInt8](repeating: 0, count: Self.limit)
        var span = bytes.mutableSpan
        guard let count = try? folder.read(name, into: &span) else { return nil }
        return String(validating: bytes[..<count], as: UTF8.self)
    }

    private func write(
        _ token: String,
        to name: String,
        in folder: borrowing OpenFolder
    ) throws(FileError) {
        // Its own, as the lock may not have been had.
        let partial = name + Self.partial + Hex.encode(Randomness.bytes(8).span)
        do throws(FileError) {
            try folder.create(partial, contents: Array(token.utf8).span)
            try folder.rename(partial, to: name)
        } catch {
            try? folder.unlink(partial)
            throw error
        }
    }

    /// Removes what processes left that were killed.
    private func removePartial(of name: String, in folder: borrowing OpenFolder) {
        for other in (try? folder.names()) ?? [] where other.hasPrefix(name + Self.partial) {
            try? folder.unlink(other)
        }
    }

    private static func note(_ reason: String) {
        Console.note(
            "provider tokens are not kept for later runs, of which APNs takes one every 20 minutes:"
                + " \(reason)"
        )
    }

    /// Opens the folder, which is made if need be, and refuses one in which another user may write.
    private func open() throws(FileError) -> OpenFolder {
        try Self.make(path)
        // The point follows a link to the folder, which a service manager may give.
        let folder = try OpenFolder(at: path + "/.")
        let status = try folder.status()
        guard status.isOurs else { throw .refused(.foreignOwner) }
        guard status.permissions & 0o022 == 0 else { throw .refused(.unsafePermissions) }
        return folder
    }

    /// Waits until no other process looks for a token in the folder, and says whether that was so
    /// in time: without the lock two may make one each, at worst.
    private func lock(_ folder: borrowing OpenFolder) -> Bool {
        let end = ContinuousClock.now + Self.patience
        while true {
            guard let isLocked = try? folder.lock() else { return false }
            guard !isLocked, ContinuousClock.now < end else { return isLocked }
            usleep(5_000)
        }
    }

    /// Makes a folder and those that it is in.
    private static func make(_ path: String) throws(FileError) {
        let files = POSIXFileSystem()
        do throws(FileError) {
            try files.makeFolder(path)
        } catch .exists {
            return
        } catch .absent {
            guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
                throw .absent
            }
            try make(String(path[..<slash]))
            do throws(FileError) {
                try files.makeFolder(path)
            } catch .exists {
                // Another process made it at the same time.
            }
        }
    }
}
