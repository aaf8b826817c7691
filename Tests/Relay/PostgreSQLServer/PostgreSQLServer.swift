// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import ServerStore
import SimulationSupport
import Synchronization

/// A real server of PostgreSQL for tests, in a temporary folder and on a socket there.
///
/// It runs as the user `postgres` if the tests run as root, whom it refuses. It stops when the tests end, however they do.
package final class PostgreSQLServer: Sendable {
    private let folder: URL
    private let isDurable: Bool
    private let buffers: String
    private let process = Mutex<ChildProcess?>(nil)
    private let databases = Mutex(0)

    /// One server for all tests that do it no harm.
    package static let shared = Result { try PostgreSQLServer() }

    /// Why there is no server.
    package enum Failure: Error {
        /// The program is not installed where Debian or the path has it.
        case notFound(String)
        /// A program ended with this code, and said this.
        case failed(String, Int32, said: String)
        /// It does not start, or does not end, within a minute.
        case stuck
    }

    /// Makes a database cluster and starts a server for it.
    ///
    /// - Parameters:
    ///   - parent: The folder in which its own is made.
    ///   - isDurable: Whether a commit waits for the disk, which tests have no use for.
    ///   - buffers: How much memory it shares among its processes, as its `shared_buffers` says it.
    /// - Throws: ``Failure``, and what the file system refuses.
    package init(
        in parent: URL = FileManager.default.temporaryDirectory,
        isDurable: Bool = false,
        buffers: String = "128MB"
    ) throws {
        Self.removeAbandoned()
        // A socket's name has 107 bytes at most.
        folder = parent.appending(path: "pg-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
        self.isDurable = isDurable
        self.buffers = buffers
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if getuid() == 0, let user = unsafe getpwnam("postgres") {
            unsafe chown(folder.path, user.pointee.pw_uid, user.pointee.pw_gid)
        }
        AtExit.add(self)
        let end = try spawn([
            Self.program("initdb"), "--pgdata", folder.appending(path: "data").path,
            "--username=relay", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync",
            "--no-instructions",
        ]).waitForEnd()
        guard end == .exitCode(0) else {
            let said = try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
            throw Failure.failed("initdb", end.status, said: said ?? "")
        }
        try start()
    }

    /// Deletes the folders of test processes that were killed.
    package static func removeAbandoned() {
        let parent = FileManager.default.temporaryDirectory
        let names = try? FileManager.default.contentsOfDirectory(atPath: parent.path)
        for name in names ?? [] {
            guard let owner = name.wholeMatch(of: /pg-(\d+)-\d+/).flatMap({ pid_t($0.1) }),
                Foundation.kill(owner, 0) == -1, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(at: parent.appending(path: name))
        }
    }

    // MARK: - Databases

    /// Makes a new database and returns its connection string.
    package func database() throws -> String {
        let name = databases.withLock { count in
            count += 1
            return "d\(count)"
        }
        try execute("CREATE DATABASE \(name)", in: "postgres")
        return address(of: name)
    }

    /// Runs statements in a database as its superuser.
    package func execute(_ sql: String, in database: String) throws {
        try PostgreSQLConnection.execute(sql, at: address(of: database))
    }

    private func address(of database: String) -> String {
        "host=\(folder.path) user=relay dbname=\(database)"
    }

    // MARK: - Life

    /// Starts the server, and waits until it answers.
    ///
    /// It refuses to start as long as a process of one that was killed has its memory, and is
    /// started again then.
    package func start() throws {
        try process.withLock { process in
            var launched = try launch()
            process = launched
            try Self.waitUntil {
                if !launched.isRunning {
                    launched = try launch()
                    process = launched
                }
                return (try? execute("SELECT 1", in: "postgres")) != nil
            }
        }
    }

    private func launch() throws -> ChildProcess {
        try spawn([
            Self.program("postgres"), "-D", folder.appending(path: "data").path, "-k", folder.path,
            "-c", "listen_addresses=", "-c", "fsync=\(isDurable)", "-c", "log_min_messages=fatal",
            "-c", "max_connections=200", "-c", "shared_buffers=\(buffers)",
        ])
    }

    private static func waitUntil(_ isSo: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(60)
        while try !isSo() {
            guard ContinuousClock.now < end else { throw Failure.stuck }
            usleep(20_000)
        }
    }

    /// Ends the server and every process of it, as a loss of power does; what the disk has is there.
    package func kill() throws {
        try end(SIGKILL)
        // Those that served connections end by themselves when they notice.
        let file = folder.appending(path: "data/postmaster.pid")
        try? FileManager.default.removeItem(at: file)
    }

    /// Stops all processes of the server where they are; they answer nothing.
    package func suspend() { signal(SIGSTOP) }

    /// Lets them go on.
    package func resume() { signal(SIGCONT) }

    private func signal(_ number: Int32) {
        guard let server = process.withLock(\.self) else { return }
        server.signal(number)
        for process in Self.children(of: server) { _ = Foundation.kill(process, number) }
    }

    private func end(_ signal: Int32) throws {
        let server = process.withLock { process in
            defer { process = nil }
            return process
        }
        guard let server else { return }
        guard signal == SIGKILL else {
            server.end(by: signal)
            return
        }
        // One that is stopped makes no new processes.
        server.signal(SIGSTOP)
        let children = Self.children(of: server)
        for process in children { _ = Foundation.kill(process, SIGKILL) }
        server.end(by: SIGKILL)
        try Self.waitUntil { !children.contains(where: Self.isRunning) }
    }

    /// Stops the server and deletes its folder.
    fileprivate func remove() {
        resume()
        try? end(SIGINT)
        try? FileManager.default.removeItem(at: folder)
    }

    // MARK: - Processes

    private static func program(_ name: String) -> String {
        let folders =
            ["/usr/lib/postgresql/15/bin"]
            + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
                String($0)
            }
        let found = folders.map { "\($0)/\(name)" }.first { path in
            FileManager.default.isExecutableFile(atPath: path)
        }
        return found ?? name
    }

    /// Whether a process is there and is more than a record of how it ended.
    private static func isRunning(_ process: pid_t) -> Bool {
        guard let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        else {
            return false
        }
        return !state.contains(") Z ")
    }

    private static func children(of process: ChildProcess) -> [pid_t] {
        let path = "\(process.folder)/task/\(process.id)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { pid_t($0) }
    }

    /// Starts a program that ends with this process.
    private func spawn(_ command: [String]) throws -> ChildProcess {
        var command = command
        #if os(Linux)
            let user =
                getuid() == 0 ? ["--reuid=postgres", "--regid=postgres", "--init-groups"] : []
            // The interrupt lets it end its own processes and free what they share.
            command = ["/usr/bin/setpriv", "--pdeathsig=INT"] + user + ["--"] + command
        #endif
        return try Spawner.shared.spawn(command, folder.appending(path: "log").path)
    }
}

/// Starts programs on a thread that never ends: a program dies with the thread that started it, not with its process.
private final class Spawner: Sendable {
    static let shared = Spawner()

    private let jobs = Mutex<[@Sendable () -> Void]>([])
    private let semaphore = DispatchSemaphore(value: 0)

    init() {
        Thread.detachNewThread { [self] in
            while true {
                semaphore.wait()
                jobs.withLock { $0.removeFirst() }()
            }
        }
    }

    func spawn(_ command: [String], _ log: String) throws -> ChildProcess {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Result<ChildProcess, any Error>?>(nil)
        jobs.withLock { jobs in
            jobs.append {
                let process = Result {
                    let log = ChildProcess.Stream.writing(log, appending: true)
                    return try ChildProcess(
                        command[0],
                        Array(command.dropFirst()),
                        isLeader: true,
                        streams: [.nothing, log, log]
                    )
                }
                result.withLock { $0 = process }
                done.signal()
            }
        }
        semaphore.signal()
        done.wait()
        guard let process = result.withLock(\.self) else { throw CocoaError(.executableLoad) }
        return try process.get()
    }
}

/// The servers that are stopped when the process ends.
private enum AtExit {
    private static let servers = Mutex<[PostgreSQLServer]>([])

    static func add(_ server: PostgreSQLServer) {
        servers.withLock { servers in
            if servers.isEmpty {
                atexit { AtExit.removeAll() }
            }
            servers.append(server)
        }
    }

    private static func removeAll() {
        for server in servers.withLock(\.self) { server.remove() }
    }
}
