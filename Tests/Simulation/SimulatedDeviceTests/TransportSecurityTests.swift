// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing
import UserNotifications

@testable import SimulatedDevice

/// What App Transport Security allows by the settings of an Info.plist.
struct TransportSecurityTests {
    /// The URL, the settings as JSON, and whether it may be asked for.
    static let rows: [(String, String, Bool)] = [
        ("https://a.example/", "{}", true),
        ("http://a.example/", "{}", false),
        ("HTTP://A.example:8080/b?c", "{}", false),
        ("ws://a.example/", "{}", false), ("wss://a.example/", "{}", true),
        ("file:///tmp/a", "{}", true), ("data:,a", "{}", true), ("no URL", "{}", true),
        // Addresses are not protected.
        ("http://127.0.0.1:80/", "{}", true), ("http://[::1]/", "{}", true),
        ("http://192.168.1.5/", "{}", true), ("http://1.2.3/", "{}", false),
        // Names of the local network.
        ("http://localhost/", "{}", false), ("http://printer.local/", "{}", false),
        ("http://localhost/", #"{"NSAllowsLocalNetworking":true}"#, true),
        ("http://printer.local/", #"{"NSAllowsLocalNetworking":true}"#, true),
        ("http://a.example/", #"{"NSAllowsLocalNetworking":true}"#, false),
        // All loads, and what takes that back.
        ("http://a.example/", #"{"NSAllowsArbitraryLoads":true}"#, true),
        ("http://a.example/", #"{"NSAllowsArbitraryLoads":false}"#, false),
        ("http://a.example/", #"{"NSAllowsArbitraryLoads":"YES"}"#, true),
        (
            "http://a.example/",
            #"{"NSAllowsArbitraryLoads":true,"NSAllowsArbitraryLoadsForMedia":true}"#, false
        ),
        (
            "http://a.example/",
            #"{"NSAllowsArbitraryLoads":true,"NSAllowsLocalNetworking":false}"#, false
        ),
        // Exceptions.
        ("http://a.example/", exception("a.example"), true),
        ("http://a.example./", exception("a.example"), true),
        ("http://b.a.example/", exception("a.example"), false),
        ("http://b.a.example/", exception("a.example", #","NSIncludesSubdomains":true"#), true),
        ("http://xa.example/", exception("a.example", #","NSIncludesSubdomains":true"#), false),
        (
            "http://a.example/",
            #"{"NSAllowsArbitraryLoads":true,"NSExceptionDomains":{"a.example":{}}}"#, false
        ),
        (
            "http://a.example/",
            #"{"NSExceptionDomains":{"a.example":{"NSTemporaryExceptionAllowsInsecureHTTPLoads":true}}}"#,
            true
        ),
    ]

    private static func exception(_ domain: String, _ more: String = "") -> String {
        #"{"NSExceptionDomains":{"\#(domain)":{"NSExceptionAllowsInsecureHTTPLoads":true\#(more)}}}"#
    }

    @Test(arguments: rows)
    func `plain http is allowed as documented`(
        _ url: String,
        _ settings: String,
        _ isAllowed: Bool
    ) throws {
        let object = try JSONSerialization.jsonObject(with: Data(settings.utf8))
        #expect(TransportSecurity(PropertyList(object)).allows(url) == isAllowed)
    }

    private static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
        <key>CFBundleShortVersionString</key><string>4.2</string>
        <key>AppGroup</key><string>group.$(OTHER)</string>
        <key>NSAppTransportSecurity</key>
        <dict><key>NSAllowsLocalNetworking</key><true/></dict>
        </dict></plist>
        """

    private static func info() throws -> InfoPlist {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try plist.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        return try InfoPlist(contentsOf: file)
    }

    @Test func `what is no property list of keys is refused`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        #expect(throws: (any Error).self) { try InfoPlist(contentsOf: file) }
        for text in ["", "<plist><array/></plist>"] {
            try text.write(to: file, atomically: true, encoding: .utf8)
            #expect(throws: (any Error).self) { try InfoPlist(contentsOf: file) }
        }
        try FileManager.default.removeItem(at: file)
    }

    private static func checkMainBundle(_ hosting: Hosting) async throws {
        let device = hosting.device()
        let keys = ["CFBundleIdentifier", "CFBundleShortVersionString", "AppGroup"]
        let payload = Push.scripted("info:\(keys.joined(separator: ","))", "handOver")
        let plain = await device.deliver(payload: payload).report
        #expect(plain.shown?.content.title == "com.example.app.NotificationService 1.0 nil")
        device.profile.info = try info()
        let report = await device.deliver(payload: payload).report
        let title = "com.example.app.NotificationService 4.2 group.$(OTHER)"
        #expect(report.shown?.content.title == title)
    }

    @Test func `the main bundle has an identifier and the values of the Info.plist`() async throws {
        try await Self.checkMainBundle(.ownProcess)
        // In a test's process it is one for all devices, so this one has a process to itself.
        await #expect(processExitsWith: .success) {
            try await Self.checkMainBundle(.inProcess)
        }
    }

    @Test(arguments: ["fetch", "load"])
    func `plain http is stopped, and told`(_ step: String) async throws {
        try await Self.checkStop(.ownProcess, step)
    }

    @Test func `plain http is stopped in the test's process, and told`() async {
        // Of tests that run at once none is known to have asked.
        await #expect(processExitsWith: .success) {
            try await Self.checkStop(.inProcess, "fetch")
        }
    }

    private static func checkStop(_ hosting: Hosting, _ step: String) async throws {
        let device = hosting.device()
        let payload = Push.scripted("\(step):http://files.example/a?key=secret")
        let report = await device.report(of: device.deliver(payload: payload))
        #expect(report.shown?.content.title == "no answer")
        #expect(report.faults == [.insecureLoadStopped("http://files.example/a")])
        #expect(report.explanation.contains("App Transport Security stops"))
        #expect(!report.text.contains("secret"))
    }

    @Test func `plain http to a name is asked for if the Info.plist allows it`() async throws {
        let hosting = Hosting.ownProcess
        let server = try WebServer { _ in .init(Array("dinner".utf8), type: "text/plain") }
        let url = server.url("/a").replacingOccurrences(of: "127.0.0.1", with: "localhost")
        let device = hosting.device()
        let payload = Push.scripted("fetch:\(url)")
        let stopped = await device.report(of: device.deliver(payload: payload))
        #expect(stopped.shown?.content.title == "no answer")
        device.profile.info = try Self.info()
        let report = await device.report(of: device.deliver(payload: payload))
        #expect(report.shown?.content.title == "dinner")
        #expect(report.faults == [])
    }
}
