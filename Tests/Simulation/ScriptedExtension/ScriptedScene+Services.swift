// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CallKit
import SimulatedDevice
import UserNotifications

extension ScriptedScene {
    /// Does what concerns the keychain and calls.
    func playService(_ step: String, _ value: String) {
        switch step {
        case "keep": content.title = "\(keychain(.add(item(value, data: "secret"))).status)"
        case "find":
            let answer = keychain(.find(item(value)))
            let found = answer.items.first?["v_Data"] == .data(Data("secret".utf8))
            content.title = found ? "secret" : "\(answer.status)"
        case "reportCall":
            let semaphore = DispatchSemaphore(value: 0)
            CXProvider.reportNewIncomingVoIPPushPayload(["caller": value]) { error in
                let code = error as? CXErrorCodeNotificationServiceExtensionError
                self.content.title = code.map { "\($0.code)" } ?? "reported"
                semaphore.signal()
            }
            semaphore.wait()
        case "info":
            let keys = value.split(separator: ",").map(String.init)
            content.title = keys.map {
                Bundle.main.object(forInfoDictionaryKey: $0) as? String ?? "nil"
            }.joined(separator: " ")
            content.body = keys.map {
                $0 == "CFBundleIdentifier"
                    ? Bundle.main.bundleIdentifier ?? "nil"
                    : Bundle.main.infoDictionary?[$0] as? String ?? "nil"
            }.joined(separator: " ")
        case "defaults":
            let defaults = UserDefaults(suiteName: value)
            content.title = defaults?.string(forKey: "word") ?? "nil"
            defaults?.set("read \(content.title)", forKey: "answer")
        case "folders":
            let manager = FileManager.default
            let kinds: [FileManager.SearchPathDirectory] = [
                .cachesDirectory, .documentDirectory, .applicationSupportDirectory,
            ]
            let folders = kinds.compactMap {
                manager.urls(for: $0, in: .userDomainMask).first?.path
            }
            content.title =
                ([manager.homeDirectoryForCurrentUser.path, NSHomeDirectory()] + folders)
                .joined(separator: " ")
        default: playFiles(step, value)
        }
    }

    private func keychain(_ call: DeviceKeychain.Call) -> DeviceKeychain.Answer {
        DeviceKeychain.perform(call)
    }

    /// An account's item, which is there after the first unlock; the group may follow after a
    /// slash.
    private func item(_ name: String, data: String? = nil) -> [String: DeviceKeychain.Value] {
        let parts = name.split(separator: "/").map(String.init)
        var item: [String: DeviceKeychain.Value] = [
            "class": .text("genp"), "acct": .text(parts[0]),
        ]
        if parts.count > 1 { item["agrp"] = .text(parts[1]) }
        if let data { (item["v_Data"], item["pdmn"]) = (.data(Data(data.utf8)), .text("ck")) }
        return item
    }
}

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
