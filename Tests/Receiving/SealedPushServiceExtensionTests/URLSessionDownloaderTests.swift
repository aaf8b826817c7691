// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushReceiver
import Synchronization
import TestSupport
import Testing

@testable import SealedPushServiceExtension

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The downloader that asks the network, with a server on this machine.
@Suite struct URLSessionDownloaderTests {
    private static let body = [UInt8](repeating: 7, count: 300_000)
    private let folder = TemporaryFolder()
    private var file: URL { folder.url("download") }

    private typealias Kind = URLSessionDownloader.Kind

    private static let answers = {
        let body = Self.body
        var cut = WebServer.Answer("200 OK", ["Set-Cookie: a=b"], body: body)
        let file = cut
        cut.bytes.removeLast()
        var answers: [String: WebServer.Answer] = [
            "file": file,
            "endless": .init("200 OK", body: body + body, tellsLength: false),
            "long": .init("200 OK", body: body + [1]),
            "short": .init("200 OK", body: Array(body.prefix(body.count - 1))),
            "cut": cut,
            "part": .init("206 Partial Content", body: body),
            "page": .init("203 Non-Authoritative Information", body: body),
            "gone": .init("404 Not Found", body: [1]),
            "signed": .init("401 Unauthorized", [#"WWW-Authenticate: Basic realm="a""#]),
            "downgraded": .init("302 Found", ["Location: ftp://127.0.0.1/file"]),
            "nowhere": .init("302 Found"),
        ]
        for hop in 1...6 {
            let next = hop == 1 ? "file" : "moved\(hop - 1)"
            answers["moved\(hop)"] = .init("302 Found", ["Location: /\(next)"])
        }
        return answers
    }()

    private func server() throws -> WebServer {
        try WebServer { Self.answers[String($0.path.dropFirst())] }
    }

    /// Downloads without TLS.
    private func download(
        _ url: String,
        by kind: Kind = .usual,
        allowsPrivateAddresses: Bool = true
    ) async throws(AttachmentError) {
        let request = AttachmentRequest(
            url: url,
            size: Self.body.count,
            allowsPrivateAddresses: allowsPrivateAddresses
        )
        try await URLSessionDownloader(schemes: ["http"], kind: kind)
            .download(request, to: file.path)
    }

    /// Why a download fails, or nil where it doesn't.
    private func failure(of url: String) async -> AttachmentError? {
        do throws(AttachmentError) {
            try await download(url)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        .rules("A-10 A-11 A-12 A-13"),
        arguments: ["file", "moved1", "moved5"],
        URLSessionDownloader.Kind.allCases
    )
    func `only this user can read a fetched file, also after a redirect`(
        _ path: String,
        _ kind: URLSessionDownloader.Kind
    ) async throws {
        let server = try server()
        try await download(server.url("/" + path), by: kind)
        #expect(try [UInt8](Data(contentsOf: file)) == Self.body)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test(.rules("A-10 A-11 A-12 A-13"), arguments: URLSessionDownloader.Kind.allCases)
    func `a scheme is one in capitals as well`(_ kind: URLSessionDownloader.Kind) async throws {
        let server = try server()
        let url = server.url("/file").replacing("http:", with: "HTTP:")
        let before = try WebServer { _ in .init("302 Found", ["Location: \(url)"]) }
        try await download(before.url("/moved"), by: kind)
        #expect(try [UInt8](Data(contentsOf: file)) == Self.body)
    }

    private static let refused: [(path: String, error: AttachmentError)] = [
        ("gone", .unavailable), ("part", .unavailable), ("page", .unavailable),
        ("signed", .unavailable), ("cut", .unavailable), ("moved6", .unavailable),
        ("nowhere", .unavailable), ("downgraded", .unavailable), ("short", .wrongFile),
        ("long", .wrongFile), ("endless", .wrongFile),
    ]

    /// Asks for what is no such file.
    private func refuse(_ path: String, _ error: AttachmentError, _ kind: Kind) async throws {
        let server = try server()
        // What was written of a file is its caller's to remove.
        defer { try? FileManager.default.removeItem(at: file) }
        await #expect(throws: error, "\(path)") {
            try await download(server.url("/" + path), by: kind)
        }
    }

    @Test(.rules("A-10 A-11 A-12 A-13"), arguments: refused)
    func `what is no such file is refused`(_ path: String, _ error: AttachmentError) async throws {
        try await refuse(path, error, .usual)
    }

    @Test(
        .rules("A-10 A-11 A-12 A-13 A-14"),
        arguments: [
            ("http://files.example.com/a", nil), ("HTTP://files.example.com/a", nil),
            ("ftp://files.example.com/a", nil), ("file:///etc/hostname", nil), ("a", nil),
            ("https://files.example.com/a", "https://files.example.com/a"),
            ("HTTPS://files.example.com/a", "HTTPS://files.example.com/a"),
            ("https://user:password@files.example.com/a", nil),
            ("https://user@files.example.com/a", nil), ("https://files.example.com/a#b", nil),
            ("https://192.168.1.1/", nil), ("https://user:password@192.168.1.1/", nil),
            ("HTTPS://LOCALHOST/a", nil), ("https://printer.local/", nil),
            ("https://169.254.169.254/latest", nil), ("https://[::1]/", nil),
            ("https://[fd00::1]/", nil), ("https://[fe80::1]/", nil),
            ("https://[::ffff:192.168.1.1]/", nil),
            ("https://192.0.2.1/", "https://192.0.2.1/"),
        ]
    )
    func `a redirect is followed if its target passes the check of the first URL`(
        _ next: String,
        _ followed: String?
    ) async throws {
        let before = "https://files.example.com/before"
        let request = AttachmentRequest(url: before, size: 1)
        let transfer = FileTransfer(of: request, to: file.path, schemes: ["https"])
        let url = try #require(URL(string: before))
        let task = URLSession.shared.dataTask(with: url)
        defer { task.cancel() }
        let redirected = URLRequest(url: try #require(URL(string: next)))
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 302, httpVersion: nil, headerFields: nil)
        )
        let answers = Mutex<[URL?]>([])
        transfer.urlSession(
            .shared,
            task: task,
            willPerformHTTPRedirection: response,
            newRequest: redirected
        ) { request in answers.withLock { $0.append(request?.url) } }
        #expect(answers.withLock { $0.map { $0?.absoluteString } } == [followed])
    }

    @Test(.rules("A-14"), arguments: Kind.allCases)
    func `a server in the device's own network is not asked unless the app allows it`(
        _ kind: URLSessionDownloader.Kind
    ) async throws {
        let server = try server()
        await #expect(throws: AttachmentError.addressNotAllowed) {
            try await download(server.url("/file"), by: kind, allowsPrivateAddresses: false)
        }
        #expect(server.requests.isEmpty)
        try await download(server.url("/file"), by: kind)
    }

    #if os(Linux)
        /// In a process of its own, with a folder for temporary files of its own; download tasks
        /// leave files there.
        @Test(.rules("A-16")) func `what is fetched or given up leaves nothing anywhere`() async {
            await #expect(processExitsWith: .success) {
                let temporary = TemporaryFolder()
                defer { temporary.remove() }
                let manager = FileManager.default
                _ = unsafe setenv("TMPDIR", temporary.path, 1)
                #expect(NSTemporaryDirectory().hasPrefix(temporary.path))
                let tests = URLSessionDownloaderTests()
                let server = try tests.server()
                try await tests.download(server.url("/file"))
                try manager.removeItem(at: tests.file)
                for (path, error) in URLSessionDownloaderTests.refused {
                    try await tests.refuse(path, error, .usual)
                }
                let own = tests.folder.url.lastPathComponent
                #expect(try manager.subpathsOfDirectory(atPath: temporary.path) == [own])
                for (path, error) in URLSessionDownloaderTests.refused {
                    try await tests.refuse(path, error, .download)
                }
            }
        }
    #endif

    @Test(.rules("A-16")) func `a file that is there already is not written over`() async throws {
        let server = try server()
        try Data([1]).write(to: file)
        await #expect(throws: AttachmentError.storageUnavailable) {
            try await download(server.url("/file"))
        }
        #expect(try Data(contentsOf: file) == Data([1]))
    }

    @Test(.rules("A-10 A-11 A-12 A-13"))
    func `a request asks for the file as it is, with neither cookie nor credential`()
        async throws
    {
        let server = try server()
        try await download(server.url("/moved1"))
        try FileManager.default.removeItem(at: file)
        try await download(server.url("/file"))
        #expect(server.requests.count == 3)
        for request in server.requests.map(\.head) {
            #expect(!request.lowercased().contains("cookie:"))
            #expect(!request.lowercased().contains("authorization:"))
            let encodings = request.split(whereSeparator: \.isNewline)
                .filter { $0.lowercased().hasPrefix("accept-encoding:") }
            #expect(encodings == ["Accept-Encoding: identity"])
        }
    }

    @Test func `a download ends with its task`() async throws {
        let server = try server()
        let task = Task { await failure(of: server.url("/never")) }
        try await until { server.requests.count == 1 }
        task.cancel()
        #expect(await task.value == .timedOut)
    }

    @Test(.rules("A-17")) func `a download ends whenever its task is cancelled`() async throws {
        let server = try server()
        for round in 0..<20 {
            let task = Task { await failure(of: server.url("/never")) }
            for _ in 0..<round { await Task.yield() }
            task.cancel()
            #expect(await task.value == .timedOut)
        }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test(
        .rules("A-10 A-11 A-12 A-13"),
        arguments: ["http://127.0.0.1:1/a", "file:///etc/hostname", "", "a b"]
    )
    func `nothing but https is fetched`(_ url: String) async throws {
        await #expect(throws: AttachmentError.malformedReference) {
            let request = AttachmentRequest(url: url, size: 1)
            try await URLSessionDownloader().download(request, to: file.path)
        }
    }

    @Test func `if no server answers, the file is unavailable`() async throws {
        await #expect(throws: AttachmentError.unavailable) {
            try await download("http://127.0.0.1:1/file")
        }
    }
}
