// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import Synchronization
import TestSupport
import Testing
import UserNotifications

@testable import SimulatedDevice

/// Files that an extension attaches: both hosts tell the same of them.
struct AttachmentReportTests {
    typealias Kind = DeliveryReport.Event.Kind

    /// What the extension does with files, and what becomes of them.
    struct Script: CustomTestStringConvertible, Sendable {
        /// The files that there are, with their sizes.
        let files: [String: Int]
        /// What the extension does; `@` is the folder of the files.
        let steps: [String]
        /// What became of the attachments.
        let events: [Kind]
        /// The codes of the errors that the extension met itself.
        var errors = ""
        /// The files that stay where they were.
        var rest: Set<String> = []
        var outcome = DeliveryReport.Outcome.handedOver
        var mayFilter = false
        /// Whether the files are part of the app.
        var isBundle = false

        var testDescription: String { steps.joined(separator: ", ") }
    }

    static let megabyte = 1 << 20

    static let stored = [
        Script(
            files: ["a.png": 24],
            steps: ["attach:a|@a.png", "handOver"],
            events: [.attachmentStored("a")]
        ),
        Script(
            files: ["a.tmp": 24],
            steps: ["attach:a|public.jpeg|@a.tmp", "handOver"],
            events: [.attachmentStored("a")]
        ),
        Script(
            files: ["a.png": 24, "b.m4a": 24, "c.mp4": 24],
            steps: ["attach:c|@c.mp4", "attach:a|@a.png", "attach:b|@b.m4a", "handOver"],
            events: [.attachmentStored("c"), .attachmentStored("a"), .attachmentStored("b")]
        ),
        Script(
            files: ["a.png": 24, "b.png": 24],
            steps: ["attach:a|@a.png", "attach:a|@b.png", "handOver"],
            events: [.attachmentStored("a"), .attachmentStored("a")]
        ),
        Script(
            files: ["a.png": 24],
            steps: ["attach:a|@a.png", "handOver"],
            events: [.attachmentStored("a")],
            rest: ["a.png"],
            isBundle: true
        ),
        Script(
            files: ["a.png": 24, "b.png": 29],
            steps: ["link:@b.png|@a.png", "attach:a|@a.png", "handOver"],
            events: [.attachmentStored("a")],
            rest: ["b.png"]
        ),
    ]

    static let refused = [
        Script(
            files: ["a.png": 24, "b.png": 24],
            steps: ["attach:a|@a.png", "attach:b|@b.png", "remove:@a.png", "handOver"],
            events: [.attachmentRefused("a", code: 100), .attachmentStored("b")]
        ),
        Script(
            files: ["a.png": 24],
            steps: ["attach:a|@a.png", "link:@b.png|@a.png", "handOver"],
            events: [.attachmentRefused("a", code: 100)],
            rest: ["a.png"]
        ),
        Script(
            files: ["a.png": 24],
            steps: ["attach:a|@a.png", "link:@|@a.png", "handOver"],
            events: [.attachmentRefused("a", code: 100)],
            rest: ["a.png"]
        ),
        Script(
            files: ["a.png": 24],
            steps: ["attach:a|@a.png", "attach:b|@a.png", "handOver"],
            events: [.attachmentStored("a"), .attachmentRefused("b", code: 100)]
        ),
        Script(
            files: ["a.txt": 24, "b.png": 24],
            steps: [
                "attach:a|@a.txt", "attach:b|public.text|@b.png", "attach:c|@c.png",
                "attach:d|@none", "attach:e|https://a.example/b/c.png?key=secret", "handOver",
            ],
            events: [
                .attachmentNotMade("a.txt", type: "txt", code: 101),
                .attachmentNotMade("b.png", type: "public.text", code: 101),
                .attachmentNotMade("c.png", type: "png", code: 100),
                .attachmentNotMade("none", type: "", code: 100),
                .attachmentNotMade("https://a.example/c.png", type: "png", code: 100),
            ],
            errors: "101101100100100",
            rest: ["a.txt", "b.png"]
        ),
    ]

    /// Of each class the largest file that is taken, one that is too large, and one that grows.
    static let sizes = [("wav", 5), ("gif", 10), ("mp4", 50)].map { type, megabytes in
        let limit = megabytes * megabyte
        return Script(
            files: ["a.\(type)": limit, "b.\(type)": limit + 1, "c.\(type)": limit],
            steps: [
                "attach:a|@a.\(type)", "attach:b|@b.\(type)", "attach:c|@c.\(type)",
                "grow:\(limit + 1)|@c.\(type)", "handOver",
            ],
            events: [
                .attachmentNotMade("b.\(type)", type: type, code: 102), .attachmentStored("a"),
                .attachmentRefused("c", code: 102),
            ],
            errors: "102",
            rest: ["b.\(type)", "c.\(type)"]
        )
    }

    /// Where nothing of what the extension attached counts, its files stay its own.
    static let ignored = [
        Script(
            files: ["a.png": 24],
            steps: ["attach:a|@a.png"],
            events: [],
            rest: ["a.png"],
            outcome: .timedOut
        ),
        Script(
            files: ["a.png": 24],
            steps: ["attach:a|@a.png", "title:", "body:", "handOver"],
            events: [],
            rest: ["a.png"],
            outcome: .emptyResult
        ),
        Script(
            files: ["a.png": 24],
            steps: ["attach:a|@a.png", "title:", "body:", "handOver"],
            events: [],
            rest: ["a.png"],
            outcome: .emptyResult,
            mayFilter: true
        ),
        Script(
            files: ["a.png": 24],
            steps: ["attach:a|@a.png", "handOverEmpty", "handOver"],
            events: [],
            rest: ["a.png"],
            outcome: .suppressed,
            mayFilter: true
        ),
        Script(
            files: ["a.png": 24],
            steps: ["handOver", "attach:a|@a.png", "handOver"],
            events: [],
            rest: ["a.png"]
        ),
    ]

    @Test(arguments: stored + refused + sizes + ignored)
    func `both hosts report the same of files`(_ script: Script) async throws {
        let folder = try FileFolder()
        let steps = script.steps.map {
            $0.replacingOccurrences(of: "@", with: folder.url.path + "/")
        }
        var reports: [DeliveryReport] = []
        for hosting in Hosting.allCases {
            try folder.fill(script.files)
            let device = hosting.device()
            device.profile.mayFilter = script.mayFilter
            if script.isBundle { device.profile.appFolder = folder.url }
            let delivery = device.deliver(payload: Push.scripted(steps))
            await device.advance(by: .seconds(60))
            let report = await delivery.report
            #expect(report.outcome == script.outcome)
            #expect(report.attachmentEvents == script.events)
            #expect(report.shown?.attachments.count ?? 0 == script.events.stored.count)
            #expect(report.shown?.attachments.map(\.identifier) ?? [] == script.events.stored)
            if script.outcome == .handedOver {
                #expect(report.shown?.content.subtitle == script.errors)
            }
            #expect(folder.names == script.rest)
            reports.append(report.withoutMeasurements)
        }
        #expect(reports[0] == reports[1])
        #expect(reports[0].json == reports[1].json)
    }

    @Test(arguments: Hosting.allCases)
    func `a file beside the program stays there, unless the app's folder is another`(
        _ hosting: Hosting
    ) async throws {
        let folder = try FileFolder(["a.png": 24], in: hosting.programFolder.path)
        let push = Push.scripted("attach:a|\(folder["a.png"].path)", "handOver")
        let device = hosting.device()
        for _ in 1...2 {
            let report = await device.deliver(payload: push).report
            #expect(report.attachmentEvents == [.attachmentStored("a")])
            #expect(folder.names == ["a.png"])
        }
        device.profile.appFolder = folder.url.appending(path: "other")
        let report = await device.deliver(payload: push).report
        #expect(report.attachmentEvents == [.attachmentStored("a")])
        #expect(folder.names.isEmpty)
    }

    @Test(arguments: Hosting.allCases)
    func `a report has the type and the size of a file`(_ hosting: Hosting) async throws {
        let folder = try FileFolder(["a.tmp": 1234])
        let device = hosting.device()
        let step = "attach:a|public.jpeg|\(folder["a.tmp"].path)"
        let report = await device.deliver(payload: Push.scripted(step, "handOver")).report
        #expect(report.shown?.attachments.map(\.type) == ["public.jpeg"])
        #expect(report.shown?.attachments.map(\.size) == [1234])
        #expect(report.text.contains("[public.jpeg, 1234 bytes]"))
        #expect(report.text.contains("attachmentStored: a\n"))
        let names = report.events.map(\.kind.isAboutFile)
        #expect(report.faults == [])
        #expect(names.firstIndex(of: true) == report.kinds.firstIndex(of: .shown).map { $0 - 1 })
    }

    @Test(arguments: Hosting.allCases)
    func `an attachment without an identifier gets one, and keeps it`(_ hosting: Hosting)
        async throws
    {
        let folder = try FileFolder(["a.png": 24, "b.png": 24])
        let device = hosting.device()
        let steps = ["a", "b"].map { "attach:|\(folder["\($0).png"].path)" }
        let report = await device.deliver(payload: Push.scripted(steps + ["handOver"])).report
        let identifiers = report.attachmentEvents.stored
        #expect(Set(identifiers).count == 2)
        #expect(identifiers.allSatisfy { UUID(uuidString: $0) != nil })
        #expect(report.shown?.attachments.map(\.identifier) == identifiers)
        let delivered = await device.notificationCenter.deliveredNotifications()
        #expect(delivered.first?.request.content.attachments.map(\.identifier) == identifiers)
    }

    @Test func `what is handed over late stays the extension's`() async throws {
        let folder = try FileFolder(["a.png": 24])
        let held = Mutex<(@Sendable () -> Void)?>(nil)
        let device = Device.running { content, handler in
            guard let attachment = try? folder.attachment("a.png") else { return }
            content.attachments = [attachment]
            let late = HandedObject((content, handler))
            held.withLock { $0 = { late.object.1(late.object.0) } }
        }
        let delivery = device.deliver(payload: Push.mutable)
        await device.advance(by: .seconds(60))
        held.withLock(\.self)?()
        let report = await delivery.report
        #expect(report.kinds.last == .handedOverLate)
        #expect(report.attachmentEvents.isEmpty)
        #expect(folder.names == ["a.png"])
    }

    @Test(.enabled(if: geteuid() != 0, "NOT RUN: the superuser reads every file"))
    func `a file that can't be read is refused`() async throws {
        let folder = try FileFolder(["a.png": 24])
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o200],
            ofItemAtPath: folder["a.png"].path
        )
        #expect(throws: UNError(.attachmentInvalidURL)) { try folder.attachment("a.png") }
    }
}

extension DeliveryReport {
    /// What became of attachments.
    var attachmentEvents: [DeliveryReport.Event.Kind] { kinds.filter(\.isAboutFile) }
}

extension DeliveryReport.Event.Kind {
    fileprivate var isAboutFile: Bool {
        switch self {
        case .attachmentNotMade, .attachmentStored, .attachmentRefused, .attachmentMismatched: true
        default: false
        }
    }
}

extension [DeliveryReport.Event.Kind] {
    /// The identifiers of the attachments that were stored.
    fileprivate var stored: [String] {
        compactMap { if case .attachmentStored(let identifier) = $0 { identifier } else { nil } }
    }
}
