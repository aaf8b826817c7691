// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import Foundation
import SealedPushStore
import SimulationSupport
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
            let log = "\(scene.root)/strace"
            let calls = Self.calls.map { "?\($0)" }.joined(separator: ",")
            let tracer = try ProbeProcess(
                "/bin/sh",
                [
                    "-c", #"exec "$@" 2>&1"#, "sh", Self.strace, "-f", "-o", log, "-p",
                    "\(process.program.id)", "-e", "trace=\(calls)", "-e",
                    "inject=\(calls):error=EINTR:when=1+2",
                ]
            )
            // It says so when it is attached.
            _ = try tracer.line()
            process.tell("go on")
            while let line = try process.line(), line != "tried" {
                Issue.record("\(operation): \(line)")
            }
            let after = try scene.view()
            #expect(verdict.isDone(after), "\(operation)")
            #expect(verdict.problems(in: after) == [], "\(operation)")
            process.program.signal(SIGKILL)
            _ = try process.finish()
            _ = try tracer.finish()
            let interrupted = try String(contentsOfFile: log, encoding: .utf8)
                .split(separator: "\n").count { $0.contains("EINTR") && $0.contains("INJECTED") }
            #expect(interrupted > 3, "\(operation): \(interrupted)")
        }
    }
#endif
