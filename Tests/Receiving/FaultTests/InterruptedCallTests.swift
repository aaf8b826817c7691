// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import Foundation
import SealedPushStore
import TestSupport
import Testing

#if canImport(Glibc)
    /// Calls that a signal interrupts are repeated unnoticed.
    struct InterruptedCallTests {
        private static let strace = "/usr/bin/strace"

        /// The system calls that a store makes.
        private static let calls = [
            "open", "openat", "read", "write", "fsync", "fstat", "newfstatat", "lstat", "statx",
            "linkat", "renameat",
            "unlinkat", "mkdir", "rmdir", "getdents64",
        ]

        @Test(
            .enabled(if: LongRun.isOn, "interrupting each call is for make long"),
            arguments: StoreOperation.all
        )
        func `an operation of which every other system call is interrupted comes to its end`(
            operation: StoreOperation
        ) async throws {
            try #require(FileManager.default.isExecutableFile(atPath: Self.strace), "no strace")
            let shared = try await SharedScene.get()
            let verdict = try #require(shared.verdict(on: operation))
            let scene = try RealScene(shared.image)
            let process = try ProbeProcess(["pass", scene.root, operation.name, "called"])
            #expect(try process.line() == "ready")
            let tracer = Process()
            let log = "\(scene.root)/strace"
            tracer.executableURL = URL(filePath: Self.strace)
            tracer.arguments = [
                "-f", "-o", log, "-p", "\(process.id)", "-e",
                "trace=\(Self.calls.map { "?\($0)" }.joined(separator: ","))", "-e",
                "inject=\(Self.calls.map { "?\($0)" }.joined(separator: ",")):error=EINTR:when=1+2",
            ]
            let errors = Pipe()
            tracer.standardError = errors
            try tracer.run()
            // It says so when it is attached.
            _ = errors.fileHandleForReading.availableData
            process.tell("go on")
            while let line = try process.line(), line != "tried" {
                Issue.record("\(operation): \(line)")
            }
            let after = try scene.view()
            #expect(verdict.isDone(after), "\(operation)")
            #expect(verdict.problems(in: after) == [], "\(operation)")
            process.signal(SIGKILL)
            _ = try process.finish()
            tracer.waitUntilExit()
            let interrupted = try String(contentsOfFile: log, encoding: .utf8)
                .split(separator: "\n").count { $0.contains("EINTR") && $0.contains("INJECTED") }
            #expect(interrupted > 3, "\(operation): \(interrupted)")
        }
    }
#endif
