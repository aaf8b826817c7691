// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CLinux
import Intents
import SimulatedDevice
import UserNotifications

/// One push in the extension's hands.
///
/// Steps are words, some with a value after a colon.
final class ScriptedScene: @unchecked Sendable {
    let content: UNMutableNotificationContent
    /// Let go of by a step alone, after which nothing is handed over.
    private var hand: ((UNNotificationContent) -> Void)?
    /// What is done when the extension's object goes.
    private var farewell: String?

    init(
        content: UNMutableNotificationContent,
        hand: @escaping (UNNotificationContent) -> Void
    ) {
        self.content = content
        self.hand = hand
    }

    func play(_ script: Any?) {
        for step in script as? [String] ?? [] {
            let parts = step.split(separator: ":", maxSplits: 1).map(String.init)
            play(parts[0], parts.count > 1 ? parts[1] : "")
        }
    }

    /// Does what was kept for the end.
    func end() {
        if let farewell { play(farewell.split(separator: ",").map(String.init)) }
    }

    private func play(_ step: String, _ value: String) {
        switch step {
        case "title": content.title = value
        case "body": content.body = value
        case "handOver": hand?(content)
        case "handOverEmpty": hand?(UNNotificationContent())
        case "handOverBadge":
            let badge = UNMutableNotificationContent()
            badge.badge = Int(value) as NSNumber?
            hand?(badge)
        case "farewell": farewell = value
        case "much": content.userInfo["much"] = Self.text(megabytes: Int(value) ?? 0)
        case "handOverOften": for _ in 0..<(Int(value) ?? 0) { hand?(content) }
        case "release" where value.isEmpty: hand = nil
        case "release":
            DispatchQueue.global().async {
                self.play([value])
                self.hand = nil
            }
        case "leak": _ = Unmanaged.passRetained(self)
        case "race": DispatchQueue.concurrentPerform(iterations: 2) { _ in hand?(content) }
        case "later": DispatchQueue.global().async { self.play([value]) }
        case "queue":
            DispatchQueue.global().async {
                self.play(value.split(separator: ";").map(String.init))
            }
        case "after":
            let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
            DispatchQueue.global().asyncAfter(
                deadline: .now() + .milliseconds(Int(parts[0]) ?? 0)
            ) { self.play([parts[1]]) }
        case "sleep":
            let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
            Task {
                try? await Task.sleep(for: .milliseconds(Int(parts[0]) ?? 0))
                self.play([parts[1]])
            }
        case "tick":
            let timer = DispatchSource.makeTimerSource()
            timer.schedule(deadline: .now() + 0.05, repeating: 0.05)
            timer.setEventHandler { [self, timer] in withExtendedLifetime((self, timer)) {} }
            timer.activate()
        case "main": DispatchQueue.main.async { self.play([value]) }
        case "when":
            DispatchQueue.global().async {
                while !FileManager.default.fileExists(atPath: value) { usleep(1000) }
                self.play(["handOver"])
            }
        case "hang": Self.hang()
        case "trap": preconditionFailure("the crash that the push asks for")
        case "raise": raise(Int32(value) ?? SIGSEGV)
        case "exit": exit(Int32(value) ?? 0)
        case "hog": Self.hog(megabytes: Int(value) ?? 0)
        case "allocated": content.userInfo["allocated"] = Int(allocated_bytes())
        case "fetch", "load", "ask": URL(string: value).map { playNetwork(step, $0) }
        case "foreign": content.userInfo["object"] = Locale(identifier: "en")
        case "channel": writeToChannel(value)
        default: playSystem(step, value)
        }
    }

    /// The steps that ask a server for the title, and then hand over, or that only ask.
    private func playNetwork(_ step: String, _ url: URL) {
        switch step {
        case "fetch":
            // A test says how long its server takes.
            let request = URLRequest(url: url, timeoutInterval: 3600)
            URLSession.shared.dataTask(with: request) { data, _, _ in self.handOver(data) }.resume()
        case "load": handOver(try? Data(contentsOf: url))
        default: _ = try? Data(contentsOf: url)
        }
    }

    private func handOver(_ title: Data?) {
        content.title = title.map { String(decoding: $0, as: UTF8.self) } ?? "no answer"
        hand?(content)
    }

    /// The steps that ask the system.
    private func playSystem(_ step: String, _ value: String) {
        let center = UNUserNotificationCenter.current()
        switch step {
        case "setBadge":
            wait { done in
                center.setBadgeCount(Int(value) ?? 0) { error in
                    self.content.title = error == nil ? "done" : "refused"
                    done()
                }
            }
        case "countDelivered":
            wait { done in
                center.getDeliveredNotifications {
                    self.content.title = "\($0.count)"
                    done()
                }
            }
        case "setCategory":
            let category = UNNotificationCategory(
                identifier: value,
                actions: [],
                intentIdentifiers: []
            )
            center.setNotificationCategories([category])
            wait { done in
                center.getNotificationCategories {
                    self.content.title = $0.map(\.identifier).joined()
                    done()
                }
            }
        case "settings":
            wait { done in
                center.getNotificationSettings {
                    self.content.title = "\($0.authorizationStatus.rawValue)"
                    done()
                }
            }
        case "authorize":
            wait { done in
                center.requestAuthorization(options: [.alert]) { isGranted, _ in
                    self.content.title = isGranted ? "granted" : "denied"
                    done()
                }
            }
        case "schedule":
            let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
            let request = UNNotificationRequest(
                identifier: value,
                content: content,
                trigger: trigger
            )
            wait { done in center.add(request) { _ in done() } }
            content.subtitle = trigger.nextTriggerDate().map { "\($0.timeIntervalSince1970)" } ?? ""
            wait { done in
                center.getPendingNotificationRequests {
                    self.content.title = $0.map(\.identifier).joined()
                    done()
                }
            }
        case "deviceState":
            let state = DeviceState.current
            content.title = state.map { "\($0.lock.rawValue) \($0.locale)" } ?? "none"
        case "localized":
            content.title = NSString.localizedUserNotificationString(forKey: value, arguments: nil)
        case "donate":
            let intent = INSendMessageIntent(
                recipients: nil,
                outgoingMessageType: .unknown,
                content: value,
                speakableGroupName: nil,
                conversationIdentifier: value,
                serviceName: nil,
                sender: nil,
                attachments: nil
            )
            INInteraction(intent: intent, response: nil).donate()
        case "date":
            let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
            content.title = trigger.nextTriggerDate().map { "\($0.timeIntervalSince1970)" } ?? ""
        default: playService(step, value)
        }
    }

    static func hang() -> Never {
        while true { sleep(1000) }
    }

    private func wait(_ body: (@escaping () -> Void) -> Void) {
        let semaphore = DispatchSemaphore(value: 0)
        body { semaphore.signal() }
        semaphore.wait()
    }

    /// A text so long.
    private static func text(megabytes: Int) -> String {
        String(repeating: "x", count: megabytes << 20)
    }

    /// Takes memory and touches it, a megabyte at a time.
    static func hog(megabytes: Int) {
        for _ in 0..<megabytes {
            let size = 1 << 20
            let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            memory.initializeMemory(as: UInt8.self, repeating: 1, count: size)
        }
    }

    /// Does what no extension should to the sockets that it has inherited.
    private func writeToChannel(_ what: String) {
        for descriptor in 3..<16 as Range<Int32> {
            var kind: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &kind, &size) == 0 else { continue }
            switch what {
            case "close": shutdown(descriptor, Int32(SHUT_RDWR))
            case "oversize": send([255, 255, 255, 255], to: descriptor)
            case "cut":
                send([0, 0, 1, 0, 7], to: descriptor)
                raise(SIGKILL)
            default: send([0, 0, 0, 1, 7], to: descriptor)
            }
        }
    }

    private func send(_ bytes: [UInt8], to descriptor: Int32) {
        _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
}
