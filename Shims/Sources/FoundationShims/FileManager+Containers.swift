// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

extension FileManager {
    /// The folder that an app and its extensions share, made when it is first asked for.
    ///
    /// The folders of all groups lie in the folder that the environment variable `APP_GROUPS_FOLDER`
    /// names. Without it they lie in the home folder that a simulated device gives to a test and
    /// the processes of its extensions, which share it; without a device in a temporary one of this
    /// process. Both go when the process ends as it should. There are no entitlements: every group
    /// is there for all programs.
    ///
    /// - Parameter groupIdentifier: The name of the group, as `group.com.example.app`.
    /// - Returns: The folder, or nil where the name is no name of a folder or the folder can't be made.
    public func containerURL(
        forSecurityApplicationGroupIdentifier groupIdentifier: String
    ) -> URL? {
        let isName = !groupIdentifier.contains { $0 == "/" || $0 == "\0" }
        guard isName, !["", ".", ".."].contains(groupIdentifier) else { return nil }
        let folder = GroupContainers.folder
            .appendingPathComponent(groupIdentifier, isDirectory: true)
        do {
            try createDirectory(at: folder, withIntermediateDirectories: true)
            return folder
        } catch {
            return nil
        }
    }
}

/// Where the folders of groups lie.
enum GroupContainers {
    /// The variable that names it.
    static let variable = "APP_GROUPS_FOLDER"
    /// The variable that names the home folder of a simulated device's extensions.
    static let homeVariable = "SIMULATED_DEVICE_HOME"

    private static let temporary: URL = {
        atexit { GroupContainers.removeTemporary() }
        return FileManager.default.temporaryDirectory
            .appendingPathComponent("app-groups-\(UUID().uuidString)", isDirectory: true)
    }()

    static var folder: URL {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment[variable], !path.isEmpty {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        guard let home = environment[homeVariable] else { return temporary }
        return URL(fileURLWithPath: home, isDirectory: true).appendingPathComponent("AppGroup")
    }

    private static func removeTemporary() {
        try? FileManager.default.removeItem(at: temporary)
    }
}
