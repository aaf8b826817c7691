// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushServiceExtension
import Testing

/// The downloader that asks the network, with a server on this machine.
@Suite struct URLSessionDownloaderTests {
    private static let body = [UInt8](repeating: 7, count: 300_000)
    private let file = FileManager.default.temporaryDirectory
        .appending(path: "download-\(UUID().uuidString)")

    private func server() throws -> LoopbackServer {
        try LoopbackServer([
            "file": .answer("200 OK", ["Set-Cookie: a=b"], body: Self.body),
            "endless": .answer("200 OK", body: Self.body + Self.body, tellsLength: false),
            "long": .answer("200 OK", body: Self.body + [1]),
            "gone": .answer("404 Not Found", body: [1]),
            "moved": .answer("302 Found", ["Location: /file"]),
            "downgraded": .answer("302 Found", ["Location: ftp://127.0.0.1/file"]),
        ])
    }

    /// Downloads without TLS.
    private func download(_ url: String) async throws(AttachmentError) {
        try await URLSessionDownloader(schemes: ["http"])
            .download(url, to: file.path, size: Self.body.count)
    }

    @Test(arguments: ["file", "moved"])
    func `a file is fetched for nobody else to read, also where it has moved`(_ path: String)
        async throws
    {
        let server = try server()
        defer { try? FileManager.default.removeItem(at: file) }
        try await download(server.url(path))
        #expect(try [UInt8](Data(contentsOf: file)) == Self.body)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test(arguments: [
        ("gone", AttachmentError.unavailable), ("downgraded", .insecureRedirect),
        ("long", .wrongSize), ("endless", .wrongSize),
    ])
    func `what is no such file is refused, and leaves none`(
        _ path: String,
        _ error: AttachmentError
    ) async throws {
        let server = try server()
        await #expect(throws: error) { try await download(server.url(path)) }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `a request carries neither cookie nor credential`() async throws {
        let server = try server()
        defer { try? FileManager.default.removeItem(at: file) }
        try await download(server.url("file"))
        try FileManager.default.removeItem(at: file)
        try await download(server.url("file"))
        #expect(server.asked.count == 2)
        for request in server.asked {
            #expect(!request.lowercased().contains("cookie:"))
            #expect(!request.lowercased().contains("authorization:"))
        }
    }

    @Test func `a download ends with its task`() async throws {
        let server = try server()
        let task = Task { () async -> AttachmentError? in
            do throws(AttachmentError) {
                try await download(server.url("never"))
                return nil
            } catch {
                return error
            }
        }
        try await until { server.asked.count == 1 }
        task.cancel()
        #expect(await task.value == .late)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test(arguments: ["http://127.0.0.1:1/a", "file:///etc/hostname", "", "a b"])
    func `nothing but https is fetched`(_ url: String) async throws {
        await #expect(throws: AttachmentError.urlRefused) {
            try await URLSessionDownloader().download(url, to: file.path, size: 1)
        }
    }

    @Test func `where nobody answers the file is unavailable`() async throws {
        await #expect(throws: AttachmentError.unavailable) {
            try await download("http://127.0.0.1:1/file")
        }
    }
}
