// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationShims
import Testing

struct FoundationShimsTests {
    @Test func `a group has one folder, which is there`() throws {
        let group = "group.com.example.\(UUID().uuidString)"
        let manager = FileManager.default
        let folder = try #require(
            manager.containerURL(forSecurityApplicationGroupIdentifier: group)
        )
        let again = manager.containerURL(forSecurityApplicationGroupIdentifier: group)
        #expect(folder == again)
        #expect(folder.lastPathComponent == group)
        try Data([1]).write(to: folder.appendingPathComponent("file"))
        try manager.removeItem(at: folder)
    }

    @Test func `the environment names the folder of all groups`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString
        )
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            unsafe setenv("APP_GROUPS_FOLDER", path, 1)
            let manager = FileManager.default
            let group = manager.containerURL(forSecurityApplicationGroupIdentifier: "group.a")
            #expect(group?.path == path + "/group.a")
        }
        #expect(FileManager.default.fileExists(atPath: path + "/group.a"))
        try FileManager.default.removeItem(at: folder)
    }

    @Test func `without a name they go with the process`() async throws {
        let note = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let notePath = note.path
        await #expect(processExitsWith: .success) { [notePath = notePath as String] in
            unsafe unsetenv("APP_GROUPS_FOLDER")
            unsafe unsetenv("SIMULATED_DEVICE_HOME")
            let manager = FileManager.default
            let folder = try #require(
                manager.containerURL(forSecurityApplicationGroupIdentifier: "group.a")
            )
            #expect(manager.fileExists(atPath: folder.path))
            try folder.path.write(toFile: notePath, atomically: true, encoding: .utf8)
        }
        let folder = try String(contentsOf: note, encoding: .utf8)
        #expect(!FileManager.default.fileExists(atPath: folder))
        try FileManager.default.removeItem(at: note)
    }

    @Test(arguments: ["", ".", "..", "../group", "a/b", "a\0b"])
    func `what is no name of a folder has none`(_ group: String) {
        let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
        #expect(folder == nil)
    }

    @Test func `defaults take and give values by key`() throws {
        let suite = "com.example.\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defaults.setValue("a", forKey: "key")
        #expect(defaults.string(forKey: "key") == "a")
        #expect(defaults.value(forKey: "key") as? String == "a")
        defaults.setValue(nil, forKey: "key")
        #expect(defaults.value(forKey: "key") == nil)
        defaults.removePersistentDomain(forName: suite)
    }

    @Test func `a pool gives what its body gives, or throws what it throws`() {
        #expect(autoreleasepool { 7 } == 7)
        #expect(throws: CancellationError.self) {
            try autoreleasepool { throw CancellationError() }
        }
    }

    @Test func `files need no scope to be read`() {
        let file = URL(fileURLWithPath: "/tmp/file")
        #expect(file.startAccessingSecurityScopedResource())
        file.stopAccessingSecurityScopedResource()
    }
}
