// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Intents
import SimulatedDevice
import Synchronization
import TestSupport
import Testing
import UserNotifications

/// A device of the whole process, for code that runs on queues.
struct InstallationTests {
    private static let running = Mutex(0)
    private let device = Device.running()

    /// Asks the center that a queue, which belongs to no task, finds.
    private static func categoriesOnQueue() async -> Set<String> {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                UNUserNotificationCenter.current().getNotificationCategories { categories in
                    continuation.resume(returning: Set(categories.map(\.identifier)))
                }
            }
        }
    }

    private static func setCategory(_ identifier: String) {
        UNUserNotificationCenter.current().setNotificationCategories([
            UNNotificationCategory(identifier: identifier, actions: [], intentIdentifiers: [])
        ])
    }

    @Test func `a queue finds the device that is installed, and none afterwards`() async {
        await device.whileInstalled {
            await Self.onNoTask { Self.setCategory("DINNER") }
            #expect(await Self.categoriesOnQueue() == ["DINNER"])
        }
        #expect(await device.notificationCenter.notificationCategories().count == 1)
    }

    private static var intent: INSendMessageIntent {
        INSendMessageIntent(
            recipients: nil,
            outgoingMessageType: .unknown,
            content: "Dinner?",
            speakableGroupName: nil,
            conversationIdentifier: nil,
            serviceName: nil,
            sender: nil,
            attachments: nil
        )
    }

    @Test func `donations of a queue go there, too`() async {
        await device.whileInstalled {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    INInteraction(intent: Self.intent, response: nil).donate { _ in
                        continuation.resume()
                    }
                }
            }
        }
        #expect(device.donations.count == 1)
    }

    @Test func `one device is installed at a time, and none meets what another has`() async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let device = Device.running()
                    await device.whileInstalled {
                        let count = Self.running.withLock { count in
                            count += 1
                            return count
                        }
                        #expect(count == 1)
                        #expect(await Self.categoriesOnQueue() == [])
                        Self.setCategory("\(number)")
                        #expect(await Self.categoriesOnQueue() == ["\(number)"])
                        Self.running.withLock { $0 -= 1 }
                    }
                }
            }
        }
    }

    @Test func `an extension of another device finds its own`() async {
        let other = Device.running { content, hand in
            Self.setCategory("OTHER")
            hand(content)
        }
        await device.whileInstalled {
            _ = await other.deliver(payload: Push.mutable).report
            #expect(await Self.categoriesOnQueue() == [])
        }
        #expect(await other.notificationCenter.notificationCategories().count == 1)
    }

    @Test func `an error ends the turn`() async {
        await #expect(throws: TooSlow.self) {
            try await device.whileInstalled { () async throws in throw TooSlow() }
        }
        await device.whileInstalled {}
    }

    @Test func `what has been replaced takes nothing back`() async {
        await device.whileInstalled {
            let next = Device.running()
            next.install()
            device.uninstall()
            await Self.onNoTask { Self.setCategory("NEXT") }
            next.uninstall()
            #expect(await next.notificationCenter.notificationCategories().count == 1)
        }
        #expect(await device.notificationCenter.notificationCategories().isEmpty)
    }

    /// Does something on a thread that belongs to no task.
    private static func onNoTask(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                body()
                continuation.resume()
            }
        }
    }
}
