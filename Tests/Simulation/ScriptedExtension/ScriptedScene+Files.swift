// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UserNotifications

extension ScriptedScene {
    /// The steps that deal with files; the parts of a value stand between bars, the path last.
    func playFiles(_ step: String, _ value: String) {
        let parts = value.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        let path = parts.last ?? ""
        let file = (path.contains("://") ? URL(string: path) : nil) ?? URL(fileURLWithPath: path)
        do {
            switch step {
            case "attach": try attach(file, as: parts[0], hint: parts.count > 2 ? parts[1] : nil)
            case "remove": try FileManager.default.removeItem(at: file)
            case "grow": try Self.resize(file, to: Int(parts[0]) ?? 0)
            case "link":
                try FileManager.default.removeItem(at: file)
                try FileManager.default.createSymbolicLink(
                    at: file,
                    withDestinationURL: URL(fileURLWithPath: parts[0])
                )
            default: preconditionFailure("no step: \(step)")
            }
        } catch {
            preconditionFailure("\(step): \(error)")
        }
    }

    /// Attaches a file; where that is refused, the subtitle says why.
    private func attach(_ file: URL, as identifier: String, hint: String?) throws {
        let options = hint.map { [UNNotificationAttachmentOptionsTypeHintKey: $0] }
        do {
            content.attachments.append(
                try UNNotificationAttachment(identifier: identifier, url: file, options: options)
            )
        } catch let error as UNError {
            content.subtitle += "\(error.code.rawValue)"
        }
    }

    /// Makes a file as large as it says; it takes no room.
    private static func resize(_ file: URL, to bytes: Int) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(bytes))
        try handle.close()
    }
}
