// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushOpenSSL
import TestSupport
import Testing

/// Files and limits that are not as they should be.
struct AbuseTests {
    private let folder = TemporaryFolder()
    private let provider: [String]

    init() throws {
        let key = try P256PrivateKey().withDER { der in (0..<der.count).map { der[$0] } }
        try folder.write(key, to: "key")
        try folder.write(#"{"aps":{"alert":"Hi"}}"#, to: "payload")
        provider = ["--key-id", "ABC123DEFG", "--team-id", "DEF123GHIJ"]
    }

    private var server: [String] {
        ["sealedpush-lab", "apns", "--root", folder.path("root"), "--key", folder.path("key")]
            + provider
    }

    private var send: [String] {
        [
            "send", "--to", "a1b2", "--topic", "a.b", "--key", folder.path("key"), "--host",
            "localhost", "--port", "1", "--time-limit", "1",
        ] + provider
    }

    @Test func `a program whose OpenSSL does not wipe what it frees does nothing`() throws {
        // As where a library that is preloaded has used OpenSSL before.
        try folder.write(
            "int CRYPTO_set_mem_functions(void *a, void *b, void *c) { return 0; }\n",
            to: "deaf.c"
        )
        let line = #"clang -shared -o "$0.so" "$0" && LD_PRELOAD="$0.so" exec "$@""#
            .replacing("$0", with: folder.path("deaf.c"))
        let run = try BuiltCommand.run(send + [folder.path("payload")], line)
        #expect(run.status == 1)
        #expect(run.output == "")
        #expect(
            run.errors == """
                sealedpush-server: error: OpenSSL can't be made to wipe the memory that it frees
                sealedpush-server: hint: use the OpenSSL of the system, and preload no library that uses it

                """
        )
    }

    @Test(arguments: ["a folder", "a pipe", "a symbolic link", "a device"])
    func `the certificate is written to a plain file only`(_ obstacle: String) throws {
        var path = folder.path("root")
        try folder.write("untouched", to: "victim")
        switch obstacle {
        case "a folder": try #require(unsafe mkdir(path, 0o700) == 0)
        case "a pipe": try #require(unsafe mkfifo(path, 0o600) == 0)
        case "a symbolic link": try #require(unsafe symlink(folder.path("victim"), path) == 0)
        default: path = try OwnTerminal.path()
        }
        var before = stat()
        try #require(unsafe lstat(path, &before) == 0)
        let arguments = server.map { $0 == folder.path("root") ? path : $0 }
        let run = try BuiltCommand.run(arguments)
        #expect(run.status == 1)
        #expect(!run.output.contains("listening"))
        #expect(
            run.errors == """
                sealedpush-lab: error: \(obstacle) stands at the place of the certificate
                sealedpush-lab: hint: name a new file, or one that an earlier run wrote, which is replaced

                """
        )
        var after = stat()
        try #require(unsafe lstat(path, &after) == 0)
        #expect(after.st_ino == before.st_ino && after.st_mode == before.st_mode)
        #expect(try String(contentsOfFile: folder.path("victim"), encoding: .utf8) == "untouched")
    }

    @Test func `the certificate replaces a plain file, which keeps its mode`() throws {
        let old = "-----BEGIN CERTIFICATE-----\n" + String(repeating: "an old line\n", count: 300)
        try folder.write(old, to: "root", mode: 0o640)
        let isWritten = "! grep -q 'an old line' '\(folder.path("root"))'"
        let run = try BuiltCommand.run(
            server,
            """
            shift 2; "$@" & for i in $(seq 1000); do \(isWritten) && break; sleep 0.1; done
            kill $!; wait $!
            """
        )
        #expect(run.status == 0)
        #expect(run.output.contains("listening") && run.output.contains("stopped"))
        let root = try String(contentsOfFile: folder.path("root"), encoding: .utf8)
        #expect(root.hasPrefix("-----BEGIN CERTIFICATE-----") && !root.contains("an old line"))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("root"))
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test func `the certificate takes the place of no key`() throws {
        let arguments = server.map { $0 == folder.path("root") ? folder.path("key") : $0 }
        let key = URL(filePath: folder.path("key"))
        let before = try Data(contentsOf: key)
        let run = try BuiltCommand.run(arguments)
        #expect(run.status == 1)
        #expect(!run.output.contains("listening"))
        #expect(
            run.errors == """
                sealedpush-lab: error: another file stands at the place of the certificate
                sealedpush-lab: hint: name a new file, or one that an earlier run wrote, which is replaced

                """
        )
        #expect(try Data(contentsOf: key) == before)
    }

    @Test(arguments: ["key", "devices", "faults"])
    func `the server does not start with a file without an end`(_ option: String) throws {
        // Of an option that is there twice the last one counts.
        let run = try BuiltCommand.run(server + ["--\(option)", "/dev/zero"])
        #expect(run.status == 64)
        #expect(run.errors.contains("is too large\n"))
        #expect(run.output.isEmpty)
    }

    @Test(arguments: [
        ["/dev/zero"], ["payload", "--headers", "/dev/zero"], ["payload", "--root", "/dev/zero"],
    ])
    func `a push with a file without an end is not sent`(_ arguments: [String]) throws {
        let arguments = arguments.map { $0 == "payload" ? folder.path($0) : $0 }
        let run = try BuiltCommand.run(send + arguments)
        #expect(run.status == (arguments == ["/dev/zero"] ? 4 : 64))
        #expect(run.errors.contains("is too large\n"))
    }

    @Test(arguments: ["{", "[]", #"{"aps":{},"aps":{}}"#, #"{"payload":{"aps":{}}}"#])
    func `a payload that is none ends as it does for sealedpush seal`(_ text: String) throws {
        try folder.write(text, to: "payload")
        let run = try BuiltCommand.run(send + [folder.path("payload")])
        #expect(run.status == 4)
        #expect(run.output.isEmpty)
    }

    @Test(arguments: [
        (["--streams", "0"], "--streams is 1 to 10000"),
        (["--key-id", "x"], "--key-id and --team-id have 10 letters and digits each"),
        (["--host", "0.0.0.0"], "--any-host"),
    ])
    func `the server names the option that it refuses`(
        _ options: [String],
        _ words: String
    ) throws {
        let run = try BuiltCommand.run(server + options)
        #expect(run.status == 64)
        #expect(run.errors.contains(words))
        #expect(run.output.isEmpty)
    }

    @Test func `a proxy that is not there is told as the proxy`() throws {
        let proxy = ["--proxy", "http://u:p@localhost:1", "--json"]
        let run = try BuiltCommand.run(send + proxy + [folder.path("payload")])
        #expect(run.status == 75)
        #expect(run.output.contains(#""obstacle":"proxy""#))
        #expect(run.errors.contains("the proxy lays no way to the service, or is not there"))
    }

    @Test func `a pipe without a writer counts in the time limit of a push`() throws {
        let pipe = folder.path("pipe")
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        // Each has the second that --time-limit gives, where without it a minute would pass.
        let start = ContinuousClock.now
        for arguments in [[pipe], [folder.path("payload"), "--headers", pipe]] {
            let run = try BuiltCommand.run(send + arguments)
            #expect(run.status == 64)
            #expect(run.errors.contains("did not come in time\n"))
        }
        #expect(start.duration(to: .now) < .seconds(60))
    }

    @Test(arguments: [4, 6, 9, 12, 16, 20])
    func `a command that has too few file descriptors says so`(_ count: Int) throws {
        for arguments in [server, send + [folder.path("payload")]] {
            let run = try BuiltCommand.run(arguments, #"ulimit -n \#(count); exec "$@""#)
            #expect(run.status == 1)
            #expect(run.errors.contains("error: too few file descriptors are free: "))
            #expect(run.output.isEmpty)
        }
    }

    @Test func `a command that may write no file ends with a status, and not by a signal`() throws {
        let old = "-----BEGIN CERTIFICATE-----\nold"
        try folder.write(old, to: "root")
        let run = try BuiltCommand.run(server, #"ulimit -f 0; exec "$@""#)
        #expect(run.status == 1)
        #expect(run.errors.contains("the certificate can't be written: it is larger than a file"))
        #expect(try String(contentsOfFile: folder.path("root"), encoding: .utf8) == old)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("."))
        #expect(!names.contains { $0.hasPrefix(".partial-") })
    }
}
