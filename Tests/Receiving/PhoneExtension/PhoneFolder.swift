// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SealedPush
import SealedPushReceiver
package import SealedPushServiceExtension
import SealedPushStore
import SimulatedDevice
import StoreTestSupport
import UserNotifications

/// The folder that a phone's app and its extension share: the store, and files by which a test says
/// how things stand.
///
/// These files reach an extension in a process of its own as they reach one in the test's.
package struct PhoneFolder: Sendable {
    /// What a test says, each in a file of its own.
    package enum Note: String, CaseIterable {
        /// What time it is, in Unix milliseconds.
        case time
        /// Whether messages of senders that are no contact are refused.
        case contactsOnly
        /// Whether the app may filter notifications.
        case filtering
        /// Files of which media type the system does not take.
        case refusedType
        /// At which port of this machine the files' server is; without it a folder stands in its
        /// place.
        case port
        /// How much memory the extension's process has before its first push, in bytes; noted where
        /// this is there.
        case idleMemory
        /// Before which step, from 1, the process is killed.
        case kill
        /// The steps on the file system, and the hand-over as `h`, a byte each.
        case steps
        /// The process that was killed at a step.
        case killed
        /// The extension's process, where it has one of its own.
        case process
        /// How deliveries ended, a line each.
        case reports
        /// What the extension's process prints, where it has one of its own and this file is there.
        case output
        /// What the extension is to give away, and how.
        case leak
    }

    private let path: String

    package init(_ path: String) {
        self.path = path
    }

    package var store: String { path + "/store" }
    package var pictures: URL { URL(filePath: path).appending(path: "pictures") }

    /// The folder that stands in the place of a server of files.
    package var server: URL { URL(filePath: path).appending(path: "server") }
    /// The folder that files are fetched to.
    package var attachmentFolder: URL { URL(filePath: path).appending(path: "attachments") }

    /// The names of the files that were fetched and not taken.
    package var attachments: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: attachmentFolder.path)) ?? []
    }

    private func file(_ note: Note) -> String { "\(path)/\(note.rawValue)" }

    /// What a note says, or nil where there is none.
    package func read(_ note: Note) -> String? {
        try? String(contentsOfFile: file(note), encoding: .utf8)
    }

    /// How long a note is, in bytes; 0 where there is none.
    package func size(of note: Note) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file(note))
        return attributes?[.size] as? Int ?? 0
    }

    /// Writes a note, or takes it away.
    package func write(_ note: Note, _ text: String?) throws {
        guard let text else {
            try? FileManager.default.removeItem(atPath: file(note))
            return
        }
        try Data(text.utf8).write(to: URL(filePath: file(note)), options: .atomic)
    }

    /// Adds to a note.
    func append(_ note: Note, _ text: String) {
        guard let handle = try? opened(note) else { return }
        try? handle.write(contentsOf: Data(text.utf8))
        try? handle.close()
    }

    /// Notes how much anonymous memory this process has by now, where that is asked for.
    package func noteIdleMemory() {
        guard read(.idleMemory) != nil,
            let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
            let kilobytes = line.split(whereSeparator: \.isWhitespace).compactMap({ Int($0) }).first
        else { return }
        try? write(.idleMemory, "\(kilobytes * 1024)")
    }

    private func opened(_ note: Note) throws -> FileHandle {
        let descriptor = unsafe open(file(note), O_WRONLY | O_APPEND | O_CREAT, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// What app and extension work with.
    package var settings: ServiceSettings {
        var settings = ServiceSettings(storeAt: store) { () throws(StoreError) in
            try RecordStore.open(
                at: store,
                key: .folder,
                lock: DeviceState.current?.storeLock ?? .unlocked,
                files: files
            )
        }
        settings.pictureFolder = pictures
        settings.attachmentFolder = attachmentFolder
        settings.downloader =
            if let port = read(.port) {
                LoopbackDownloader(port: port)
            } else {
                FolderDownloader(server)
            }
        if let refused = read(.refusedType) {
            settings.attach = { [attach = settings.attach] file in
                guard file.type.rawValue != refused else { throw UNError(.attachmentCorrupt) }
                return try attach(file)
            }
        }
        settings.unknownSenders = read(.contactsOnly) == nil ? .showUnverified : .refuse
        settings.rules.mayFilter = read(.filtering) != nil
        settings.now = {
            read(.time).flatMap { UInt64($0) }.map { Timestamp(clamping: $0) }
                ?? Timestamp(clamping: 0)
        }
        // The device's clock says when time is up; real time passes while other tests have the
        // processor.
        settings.clock = PatientClock()
        settings.didHandOver = { report in
            let leak = leak.flatMap { $0.channel == .report ? $0.secret : nil } ?? ""
            // Who sees the report sees what was printed before it. In a process of its own alone:
            // elsewhere others may wait in a file of theirs, whose lock this would wait for.
            if read(.output) != nil { fflush(nil) }
            append(.reports, "\(report)\(leak)\n")
        }
        return settings
    }

    /// What the extension is to give away.
    var leak: PlantedLeak? { read(.leak).flatMap { PlantedLeak($0) } }

    /// Makes this process the extension's own: it tells its number, and prints into the note where
    /// a test has made one.
    package func takeProcess() {
        try? write(.process, "\(getpid())")
        guard read(.output) != nil else { return }
        let descriptor = unsafe open(file(.output), O_WRONLY | O_APPEND)
        guard descriptor >= 0 else { return }
        dup2(descriptor, 1)
        dup2(descriptor, 2)
        close(descriptor)
    }

    private var files: any StoreFileSystem {
        guard read(.steps) != nil else { return POSIXFileSystem() }
        return FaultyFileSystem(
            POSIXFileSystem(),
            .look { call in if let letter = call.letter { take(step: letter) } }
        )
    }
}

extension DeviceState {
    /// The lock in the store's words.
    fileprivate var storeLock: LockState {
        switch lock {
        case .beforeFirstUnlock: .beforeFirstUnlock
        case .locked: .locked
        case .unlocked: .unlocked
        }
    }
}
