// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ScriptedExtension
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
        ("http://[fe80::1%25eth0]/", "{}", true),
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

    @Test(.rules("C-22"), arguments: rows)
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
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try folder.write(plist, to: "Info.plist")
        return try InfoPlist(contentsOf: folder.url("Info.plist"))
    }

    @Test func `what is no property list of keys is refused`() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let file = folder.url("Info.plist")
        #expect(throws: (any Error).self) { try InfoPlist(contentsOf: file) }
        for text in ["", "<plist><array/></plist>"] {
            try folder.write(text, to: "Info.plist")
            #expect(throws: (any Error).self) { try InfoPlist(contentsOf: file) }
        }
    }

    private static func checkMainBundle(_ hosting: Hosting) async throws {
        let device = hosting.device()
        let keys = ["CFBundleIdentifier", "CFBundleShortVersionString", "AppGroup"]
        let payload = Push.scripted("info:\(keys.joined(separator: ","))", "handOver")
        let plain = "com.example.app.NotificationService 1.0 nil"
        let whole = "com.example.app.NotificationService 4.2 group.$(OTHER)"
        let rows: [(InfoPlist, String)] = [
            (InfoPlist(), plain), (try info(), whole), (InfoPlist(), plain), (try info(), whole),
        ]
        for (info, title) in rows {
            device.profile.info = info
            let report = await device.deliver(payload: payload).report
            #expect(report.shown?.content.title == title)
            // What other accessors of the bundle say is the same.
            #expect(report.shown?.content.body == title)
        }
    }

    @Test func `the main bundle has an identifier and the values of the last Info.plist alone`()
        async throws
    {
        try await Self.checkMainBundle(.ownProcess)
        // In a test's process it is one for all devices, so this one has a process to itself.
        await #expect(processExitsWith: .success) {
            try await Self.checkMainBundle(.inProcess)
        }
    }

    private static func checkStopped(_ hosting: Hosting) async throws {
        for step in ["fetch", "load"] {
            let device = hosting.device()
            let payload = Push.scripted("\(step):http://files.example/a?key=secret")
            let report = await device.report(of: device.deliver(payload: payload))
            #expect(report.shown?.content.title == "no answer")
            #expect(report.faults == [.insecureLoadStopped("http://files.example/a")])
            #expect(report.explanation.contains("App Transport Security stops"))
            #expect(!report.text.contains("secret"))
        }
    }

    @Test func `plain http is stopped, and told`() async throws {
        try await Self.checkStopped(.ownProcess)
        // The test's process has one URLSession for all.
        await #expect(processExitsWith: .success) {
            try await Self.checkStopped(.inProcess)
        }
    }

    private static func checkAllowed(_ hosting: Hosting) async throws {
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

    @Test func `plain http to a name is asked for if the Info.plist allows it`() async throws {
        try await Self.checkAllowed(.ownProcess)
        await #expect(processExitsWith: .success) {
            try await Self.checkAllowed(.inProcess)
        }
    }

    /// When an extension asks for plain http to a name, its steps, and whether that is told.
    static let moments: [(when: String, steps: [String], isTold: Bool)] = [
        ("in didReceive", ["ask", "remove", "handOver"], true),
        ("after the hand-over", ["handOver", "ask", "remove"], false),
        ("without its content handler", ["release", "ask", "remove"], true),
        ("as it goes", ["farewell:ask,remove", "handOver"], false),
    ]

    private static func checkNeverSent(_ hosting: Hosting, _ moments: Range<Int>) async throws {
        let server = try WebServer { _ in .init(Array("dinner".utf8), type: "text/plain") }
        let url = server.url("/a").replacingOccurrences(of: "127.0.0.1", with: "localhost")
        for (when, steps, isTold) in moments.map({ Self.moments[$0] }) {
            let mark = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try Data().write(to: mark)
            let device = hosting.device(patience: .milliseconds(100))
            let script = steps.map {
                $0.replacingOccurrences(of: "ask", with: "ask:\(url)")
                    .replacingOccurrences(of: "remove", with: "remove:\(mark.path)")
            }
            let report = await device.report(of: device.deliver(payload: Push.scripted(script)))
            try await until { !FileManager.default.fileExists(atPath: mark.path) }
            #expect(report.kinds.contains(.insecureLoadStopped(url)) == isTold, "\(when)")
        }
        #expect(server.requests.isEmpty)
    }

    @Test(.rules("C-22"))
    func `plain http is stopped at any moment, and told until the hand-over`() async throws {
        try await Self.checkNeverSent(.ownProcess, Self.moments.indices)
        await #expect(processExitsWith: .success) {
            // The object of an extension goes when its push is over.
            try await Self.checkNeverSent(.inProcess, Self.moments.indices.dropLast())
        }
    }

    @Test func `plain http is stopped, and told, while the extension is made`() async throws {
        let url = ScriptedStart.plainHTTP
        let program = try Program(named: "asking")
        let device = SimulatedDevice(profile: Device.profile, executable: program.file)
        let report = await device.report(of: device.deliver(payload: Push.scripted("handOver")))
        #expect(report.faults == [.insecureLoadStopped(url)])
        await #expect(processExitsWith: .success) {
            let device = SimulatedDevice(profile: Device.profile) {
                ScriptedStart.asking.play()
                return PayloadExtension()
            }
            let report = await device.report(of: device.deliver(payload: Push.scripted("handOver")))
            #expect(report.faults == [.insecureLoadStopped(ScriptedStart.plainHTTP)])
        }
    }

    @Test func `of several pushes in the test's process none is blamed for plain http`() async {
        await #expect(processExitsWith: .success) {
            let first = Hosting.inProcess.device()
            let other = first.deliver(payload: Push.scripted("later:title:Ann"))
            try await until { other.kinds.contains(.returned) }
            let device = Hosting.inProcess.device()
            let payload = Push.scripted("load:http://files.example/a")
            let report = await device.report(of: device.deliver(payload: payload))
            #expect(report.shown?.content.title == "no answer")
            #expect(report.faults == [])
            #expect(!other.kinds.contains { $0.name == "insecureLoadStopped" })
        }
    }
}
