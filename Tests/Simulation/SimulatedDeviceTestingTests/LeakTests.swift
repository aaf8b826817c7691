// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulatedDevice
import SimulatedDeviceTesting
import Testing
import UserNotifications

struct LeakTests {
    final class Box {
        var other: Box?
    }

    @Test func `what goes is no leak`() async {
        await expectNothingLeaked { watch in _ = watch.object(Box()) }
        await assertNothingLeaked { watch in _ = watch.object(Box()) }
    }

    @Test func `an object that holds itself is one`() async {
        let watch = LeakWatch()
        do {
            let box = watch.object(Box())
            box.other = box
        }
        #expect(await watch.failures(within: .milliseconds(5)) == [.objectsLeft(1)])
        await withKnownIssue {
            await expectNothingLeaked(patience: .milliseconds(5)) { watch in
                let box = watch.object(Box())
                box.other = box
            }
        }
    }

    @Test func `a file that stays in a watched folder is one`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder.appendingPathComponent("before"))
        let watch = LeakWatch()
        watch.folder(folder)
        #expect(watch.failures == [])
        let file = folder.appendingPathComponent("after")
        try Data().write(to: file)
        #expect(watch.failures == [.filesLeft(1)])
        try FileManager.default.removeItem(at: file)
        #expect(watch.failures == [])
    }

    @Test func `a file descriptor that stays open is one, where that is asked for`() throws {
        let watch = LeakWatch(descriptors: true)
        // Many, as other tests may close some meanwhile, whose numbers are then given out again.
        let files = try (0..<64).map { _ in
            try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/null"))
        }
        defer { for file in files { try? file.close() } }
        let isTold = watch.failures.contains { failure in
            if case .descriptorsLeft = failure { true } else { false }
        }
        #expect(isTold)
        #expect(LeakWatch().failures == [])
    }

    @Test func `an extension is gone after its push`() async {
        await expectNothingLeaked { watch in
            let profile = DeviceProfile(app: "com.example.app")
            let device = SimulatedDevice(profile: profile, patience: .milliseconds(20)) {
                watch.object(Service())
            }
            for _ in 0..<3 { _ = await device.deliver(payload: CheckTests.payload).report }
        }
    }
}
