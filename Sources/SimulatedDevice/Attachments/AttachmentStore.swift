// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import UserNotifications

/// The device's store of attached files: it checks them once more and takes them over.
///
/// The folder comes to be with the first file and goes with the device.
final class AttachmentStore: Sendable {
    /// What became of an attachment.
    enum Answer: Sendable {
        /// It is in the store now.
        case stored(UNNotificationAttachment.Values, size: Int)
        /// It is left out.
        case refused(identifier: String, code: UNError.Code)
    }

    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("attachments-\(UUID().uuidString)", isDirectory: true)
    private let count = Mutex(0)

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Moves a file into the store, or copies it where it is part of the app.
    ///
    /// - Parameters:
    ///   - attachment: The file.
    ///   - bundle: The folder of the app, whose files stay where they are.
    ///   - keepsFile: Whether the file stays where it is in any case.
    /// - Returns: Where it is now, or why it is left out.
    func take(
        _ attachment: UNNotificationAttachment.Values,
        bundle: URL?,
        keepsFile: Bool = false
    ) -> Answer {
        do throws(UNError) {
            let hint = attachment.type
            let type = try UNNotificationAttachment.type(of: attachment.url, hint: hint)
            var stored = attachment
            stored.type = type.rawValue
            let isKept = keepsFile || isPart(attachment.url, of: bundle)
            stored.url = try move(attachment.url, isKept: isKept)
            return .stored(stored, size: Self.size(of: stored.url))
        } catch {
            return .refused(identifier: attachment.identifier, code: error.code)
        }
    }

    /// Forgets a file that was taken.
    func discard(_ attachment: UNNotificationAttachment.Values) {
        guard isPart(attachment.url, of: folder) else { return }
        try? FileManager.default.removeItem(at: attachment.url)
    }

    private func move(_ file: URL, isKept: Bool) throws(UNError) -> URL {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let place = folder.appendingPathComponent("\(number)")
            .appendingPathExtension(file.pathExtension)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            if isKept {
                try FileManager.default.copyItem(at: file, to: place)
            } else {
                try FileManager.default.moveItem(at: file, to: place)
            }
        } catch {
            throw UNError(.attachmentMoveIntoDataStoreFailed)
        }
        return place
    }

    private func isPart(_ file: URL, of bundle: URL?) -> Bool {
        guard let bundle else { return false }
        let folder = bundle.standardizedFileURL.resolvingSymlinksInPath().path
        let path = file.standardizedFileURL.resolvingSymlinksInPath().path
        return path.hasPrefix(folder + "/")
    }

    private static func size(of file: URL) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
}
