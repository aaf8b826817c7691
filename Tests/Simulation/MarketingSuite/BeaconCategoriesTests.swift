// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Marketing
import SimulatedDevice
import TestSupport
import UserNotifications
import XCTest

/// The SDK's own suite, as it is on iOS but for the device: synchronous, with expectations.
public final class BeaconCategoriesTests: XCTestCase {
    private let device = SimulatedDevice(profile: DeviceProfile(app: "com.example.shop")) {
        NotificationService()
    }
    /// What failed; the suite is run by a test that reads it.
    public private(set) var failures: [String] = []

    /// Its tests by their names.
    public static let allTests: [(String, (BeaconCategoriesTests) -> () throws -> Void)] = [
        ("testButtonsMakeACategory", testButtonsMakeACategory),
        ("testTheAppsCategoriesAreKept", testTheAppsCategoriesAreKept),
        ("testOnlyTheLatestAreKept", testOnlyTheLatestAreKept),
        ("testNothingIsLeftOfOtherTests", testNothingIsLeftOfOtherTests),
        ("testTheExtensionHandsOver", testTheExtensionHandsOver),
    ]

    public override func setUp() {
        device.install()
    }

    public override func tearDown() {
        device.uninstall()
    }

    private func register(_ buttons: [String]) -> String? {
        let done = expectation(description: "registered")
        var registered: String?
        BeaconCategories.shared.register(buttons) { identifier in
            registered = identifier
            done.fulfill()
        }
        wait(for: [done], timeout: 60)
        return registered
    }

    private final class Found {
        var categories: [String: UNNotificationCategory] = [:]
    }

    /// The categories of the app, as a queue of its own finds them.
    private func categories() -> [String: UNNotificationCategory] {
        let done = expectation(description: "categories")
        let found = Found()
        DispatchQueue.global().async {
            UNUserNotificationCenter.current().getNotificationCategories { categories in
                for category in categories { found.categories[category.identifier] = category }
                done.fulfill()
            }
        }
        wait(for: [done], timeout: 60)
        return found.categories
    }

    func testButtonsMakeACategory() {
        XCTAssertNil(register([]))
        XCTAssertEqual(register(["Buy", "Later"]), "BEACON.Buy|Later")
        let category = categories()["BEACON.Buy|Later"]
        XCTAssertEqual(category?.actions.map(\.title), ["Buy", "Later"])
        XCTAssertEqual(category?.actions.first?.options, [.foreground])
        XCTAssertEqual(category?.options, [.customDismissAction])
    }

    func testTheAppsCategoriesAreKept() {
        let own = UNNotificationCategory(identifier: "ORDER", actions: [], intentIdentifiers: [])
        UNUserNotificationCenter.current().setNotificationCategories([own])
        _ = register(["Buy"])
        XCTAssertEqual(Set(categories().keys), ["ORDER", "BEACON.Buy"])
    }

    func testOnlyTheLatestAreKept() {
        for number in 1...BeaconCategories.limit + 2 { _ = register(["\(number)"]) }
        XCTAssertEqual(Set(categories().keys), ["BEACON.3", "BEACON.4", "BEACON.5", "BEACON.6"])
    }

    func testNothingIsLeftOfOtherTests() {
        XCTAssertEqual(categories().count, 0)
    }

    func testTheExtensionHandsOver() throws {
        let server = try WebServer { _ in
            .init([0x89] + Array("PNG\r\n\u{1A}\n".utf8), type: "image/png")
        }
        let content = UNMutableNotificationContent()
        content.title = "Sale"
        content.userInfo = [
            "beacon": [
                "campaign": "spring", "media": server.url("/photo.png"), "buttons": ["Buy"],
            ] as [String: Any]
        ]
        let done = expectation(description: "handed over")
        var shown: UNNotificationContent?
        let service = NotificationService()
        let request = UNNotificationRequest(identifier: "a", content: content, trigger: nil)
        service.didReceive(request) { content in
            shown = content
            done.fulfill()
        }
        wait(for: [done], timeout: 60)
        XCTAssertEqual(shown?.categoryIdentifier, "BEACON.Buy")
        XCTAssertEqual(shown?.attachments.map(\.type), ["public.png"])
        XCTAssertEqual(Set(categories().keys), ["BEACON.Buy"])
        withExtendedLifetime(service) {}
    }

    public override func recordFailure(
        withDescription description: String,
        inFile filePath: String,
        atLine lineNumber: Int,
        expected: Bool
    ) {
        failures.append("\(name), line \(lineNumber): \(description)")
    }
}
