// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import Foundation
import SealedPushStore
import SimulationSupport
import TestSupport
import Testing

#if canImport(Glibc)
    /// Operations on real disks that are full or can only be read for a while, and in a process
    /// with low limits.
    struct RealDiskTests {
        /// What is tried where not everything is: what makes, what replaces, what removes, and
        /// maintenance.
        private static var operations: [StoreOperation] {
            let names = ["make a bundle", "rename a contact", "remove a contact", "sweep a device"]
            return LongRun.isOn
                ? StoreOperation.all : names.compactMap(StoreOperation.named)
        }

        /// What the errors of a probe say that has tried.
        private func tried(_ process: ProbeProcess) throws -> [String] {
            var told: [String] = []
            while let line = try process.line() {
                guard line != "tried" else { return told }
                told.append(line)
            }
            return told
        }

        private func check(
            _ operation: StoreOperation,
            _ process: ProbeProcess,
            in root: String,
            told expected: [StoreError],
            lift: () throws -> Void = {}
        ) async throws {
            let shared = try await SharedScene.get()
            let verdict = try #require(shared.verdict(on: operation))
            let told = try tried(process)
            for line in told {
                let isExpected = expected.contains { line.contains("\($0)") }
                #expect(isExpected || line.contains("memoryUnavailable"), "\(operation): \(line)")
            }
            let between = try WorldView(of: root, on: POSIXFileSystem())
            #expect(verdict.problems(in: between) == [], "\(operation)")
            #expect(!told.isEmpty || verdict.isDone(between), "\(operation): nothing was told")
            try lift()
            process.tell("try again")
            // Looked at before it ends, as its disk goes with it where it has one of its own.
            let lines = try tried(process)
            let after = try WorldView(of: root, on: POSIXFileSystem())
            #expect(lines == [] && verdict.isDone(after), "\(operation), again: \(lines)")
            #expect(verdict.problems(in: after) == [], "\(operation), again")
            process.tell("end")
            #expect(try process.finish().end == .exitCode(0))
        }

        @Test(.rules("C-27"), arguments: operations)
        func
            `in a process that may write nothing an operation tells that space is out, and then completes`(
                operation: StoreOperation
            ) async throws
        {
            let scene = try RealScene(try await SharedScene.get().image)
            let process = try ProbeProcess(["pass", scene.root, operation.name, "limited"])
            try await check(operation, process, in: scene.root, told: [.outOfSpace])
        }

        // MARK: - A disk of the test's own

        /// Whether this user may have a file system of its own, in a name space of its own.
        private static let hasOwnDisks: Bool = {
            guard let scene = try? RealScene(FolderImage()) else { return false }
            let process = try? ProbeProcess(
                ["round", scene.root],
                by: onDisk(of: "64k", at: scene.root)
            )
            // The probe finds no store there and says so; without a disk it is not even started.
            let end = try? process?.finish()
            return end?.end == .exitCode(2) && end?.lines.contains("empty") == true
        }()

        /// The beginning of a command that runs on a new disk, into which it puts what was at its
        /// place.
        private static func onDisk(of size: String, at path: String, readOnly: Bool = false)
            -> [String]
        {
            let script = """
                set -e
                mkdir "$1.copy"; cp -a "$1/." "$1.copy/"
                mount -t tmpfs -o size="$2",mode=0700 none "$1"
                cp -a "$1.copy/." "$1/"; rm -r "$1.copy"
                [ "$3" = false ] || mount -o remount,ro "$1"
                shift 3; exec "$@"
                """
            return ["unshare", "-Urm", "sh", "-c", script, "sh", path, size, "\(readOnly)"]
        }

        @Test(
            .enabled(if: hasOwnDisks, "NOT RUN: this user may not mount a disk of its own"),
            arguments: operations
        )
        func
            `on a full disk an operation tells that space is out, and completes once there is space`(
                operation: StoreOperation
            ) async throws
        {
            let scene = try RealScene(try await SharedScene.get().image)
            let process = try ProbeProcess(
                ["pass", scene.root, operation.name, "full"],
                by: Self.onDisk(of: "8m", at: scene.root)
            )
            let root = process.disks.appending(path: scene.root).path()
            try await check(operation, process, in: root, told: [.outOfSpace])
        }

        @Test(
            .enabled(if: hasOwnDisks, "NOT RUN: this user may not mount a disk of its own"),
            arguments: operations
        )
        func
            `on a disk that can only be read an operation tells that it is unavailable, and completes later`(
                operation: StoreOperation
            ) async throws
        {
            let scene = try RealScene(try await SharedScene.get().image)
            let process = try ProbeProcess(
                ["pass", scene.root, operation.name, "plain"],
                by: Self.onDisk(of: "8m", at: scene.root, readOnly: true)
            )
            let root = process.disks.appending(path: scene.root).path()
            try await check(operation, process, in: root, told: [.unavailable(code: EROFS)]) {
                let remount = ["-t", "\(process.program.id)", "-U", "-m", "--preserve-credentials"]
                try Self.run(["nsenter"] + remount + ["mount", "-o", "remount,rw", scene.root])
            }
        }

        private static func run(_ command: [String]) throws {
            let run = try Tool.run(URL(filePath: "/usr/bin/env"), command)
            #expect(run.status == 0, "\(command): \(run.errors)")
        }

        // MARK: - A folder that can only be read

        /// The user `nobody`, as permissions mean nothing to the superuser.
        private static let nobody: UInt32 = 65_534
        private static let isRoot = geteuid() == 0
        private static let canBeNobody =
            !isRoot || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")

        @Test(
            .enabled(if: canBeNobody, "NOT RUN: the superuser can't become another user here"),
            arguments: operations
        )
        func
            `in folders that can only be read an operation tells that they are unavailable, and completes later`(
                operation: StoreOperation
            ) async throws
        {
            let scene = try RealScene(try await SharedScene.get().image)
            var program: [String] = []
            if Self.isRoot {
                program = [
                    "setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups",
                ]
                try Self.run(["chown", "-R", "\(Self.nobody):\(Self.nobody)", scene.root])
            }
            let folders = [scene.root] + scene.folders
            for folder in folders { unsafe chmod(folder, 0o500) }
            let process = try ProbeProcess(
                ["pass", scene.root, operation.name, "plain"],
                by: program
            )
            let verdict = try #require(try await SharedScene.get().verdict(on: operation))
            let told = try tried(process)
            for line in told {
                let isExpected = line.contains("\(StoreError.unavailable(code: EACCES))")
                #expect(isExpected || line.contains("memoryUnavailable"), "\(operation): \(line)")
            }
            for folder in folders { unsafe chmod(folder, 0o700) }
            process.tell("try again")
            #expect(try tried(process) == [], "\(operation)")
            process.tell("end")
            #expect(try process.finish().end == .exitCode(0))
            // The store belongs to another user now: what is in it is looked at as our own.
            if Self.isRoot { try Self.run(["chown", "-R", "\(getuid())", scene.root]) }
            let after = try scene.view()
            #expect(verdict.isDone(after), "\(operation)")
            #expect(verdict.problems(in: after) == [], "\(operation)")
        }
    }

    extension RealScene {
        /// Every folder in it.
        fileprivate var folders: [String] {
            let paths = FileManager.default.enumerator(atPath: root)
            var folders: [String] = []
            while let path = paths?.nextObject() as? String {
                var isFolder: ObjCBool = false
                _ = unsafe FileManager.default.fileExists(
                    atPath: "\(root)/\(path)",
                    isDirectory: &isFolder
                )
                if isFolder.boolValue { folders.append("\(root)/\(path)") }
            }
            return folders
        }
    }

    extension StoreOperation: CustomTestStringConvertible {
        /// The operation's name.
        public var testDescription: String { name }
    }
#endif
