// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL
import Foundation

/// A connection to a server; one thread at a time uses it, and waits for no answer beyond a deadline.
///
/// After `lost` or `timedOut` it is of no use any more: what the server still does is unknown.
@safe
package final class PostgreSQLConnection {
    private let handle: OpaquePointer
    /// The names of prepared statements by their text.
    private var statements: [String: String] = [:]
    /// When whoever uses it gives up.
    package var deadline: ContinuousClock.Instant

    /// What the server knows it by.
    static let name = "sealedpush-relay"

    /// Connects, with the parameters of a connection string or URL of libpq.
    ///
    /// A host name is resolved by the system, which can take longer than the deadline. If there are
    /// several addresses, one that lets packets vanish has half of the time on Linux, and then the
    /// next one is tried.
    package init(_ address: String, deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
        self.deadline = deadline
        let limit = ContinuousClock.now.duration(to: deadline)
        let parameters = [
            ("dbname", address), ("application_name", Self.name),
            ("client_encoding", "UTF8"),
            ("tcp_user_timeout", "\(max(Int(limit / 2 / .milliseconds(1)), 1))"),
        ]
        // The last argument: the database's name is a whole connection string.
        let handle = unsafe Self.withPointers(
            to: parameters.flatMap { [Array($0.0.utf8) + [0], Array($0.1.utf8) + [0]] }
        ) {
            pointers in
            let keys = unsafe stride(from: 0, to: pointers.count, by: 2).map { unsafe pointers[$0] }
            let values = unsafe stride(from: 1, to: pointers.count, by: 2).map {
                unsafe pointers[$0]
            }
            return unsafe PQconnectStartParams(keys + [nil], values + [nil], 1)
        }
        guard let handle = unsafe handle else { throw .lost }
        unsafe self.handle = handle
        // What a server notes besides, libpq would print as it comes, amid a log.
        _ = unsafe PQsetNoticeReceiver(handle, { _, _ in }, nil)
        guard unsafe PQstatus(handle) != CONNECTION_BAD else { throw .lost }
        var next = PGRES_POLLING_WRITING
        while next != PGRES_POLLING_OK {
            guard next != PGRES_POLLING_FAILED else { throw .lost }
            try wait(for: next == PGRES_POLLING_READING ? POLLIN : POLLOUT)
            unsafe next = PQconnectPoll(handle)
        }
        guard unsafe PQsetnonblocking(handle, 1) == 0 else { throw .lost }
    }

    deinit { unsafe PQfinish(handle) }

    /// Whether the server has ended it, as far as one can know without asking.
    ///
    /// All that an idle connection has to say is that it ends: a last word, then the end of the
    /// stream, or one of them.
    var isLost: Bool {
        var descriptor = unsafe pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        return unsafe poll(&descriptor, 1, 0) != 0
    }

    /// Runs a statement, with `?` for each parameter.
    package func query(
        _ sql: String,
        _ parameters: [PostgreSQLParameter] = []
    ) throws(PostgreSQLError) -> PostgreSQLResult {
        let name = try prepared(sql)
        let lengths = parameters.map { Int32($0.bytes?.count ?? 0) }
        let formats = parameters.map { $0.isBinary ? Int32(1) : 0 }
        let isSent = unsafe Self.withPointers(to: parameters.map(\.bytes)) { values in
            unsafe PQsendQueryPrepared(
                handle,
                name,
                Int32(values.count),
                values,
                lengths,
                formats,
                1
            ) == 1
        }
        guard isSent else { throw .lost }
        return try results().last ?? PostgreSQLResult.none
    }

    /// Runs statements without parameters, together if there are several.
    @discardableResult
    package func run(_ sql: String) throws(PostgreSQLError) -> PostgreSQLResult {
        guard unsafe PQsendQuery(handle, sql) == 1 else { throw .lost }
        return try results().last ?? PostgreSQLResult.none
    }

    /// Forgets the prepared statements, whose results may have other columns since a migration.
    func forgetStatements() throws(PostgreSQLError) {
        try run("DEALLOCATE ALL")
        statements = [:]
    }

    private func prepared(_ sql: String) throws(PostgreSQLError) -> String {
        if let name = statements[sql] { return name }
        let name = "s\(statements.count)"
        let parts = sql.split(separator: "?", omittingEmptySubsequences: false)
        var text = String(parts[0])
        for (number, part) in parts.dropFirst().enumerated() { text += "$\(number + 1)\(part)" }
        guard unsafe PQsendPrepare(handle, name, text, 0, nil) == 1 else { throw .lost }
        _ = try results()
        statements[sql] = name
        return name
    }

    // MARK: - The wire

    /// Gives values an address each while `body` runs; a value that is nil has none.
    private static func withPointers<Result>(
        to values: [[UInt8]?],
        _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        var buffer: [UInt8] = []
        let starts = values.map { value in
            defer { buffer += value ?? [] }
            return value == nil ? nil : buffer.count
        }
        // So that there is an address, even if all are empty.
        buffer.append(0)
        return unsafe buffer.withUnsafeBytes { bytes in
            let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return unsafe body(
                starts.map { start in unsafe start.flatMap { unsafe base?.advanced(by: $0) } }
            )
        }
    }

    /// Sends what waits and takes all results of it.
    private func results() throws(PostgreSQLError) -> [PostgreSQLResult] {
        while true {
            let left = unsafe PQflush(handle)
            guard left >= 0 else { throw .lost }
            guard left > 0 else { break }
            // The server may wait for us to read before it reads on.
            if try wait(for: POLLIN | POLLOUT) & POLLIN != 0 { try take() }
        }
        var results: [PostgreSQLResult] = []
        var failure: PostgreSQLError?
        while true {
            while unsafe PQisBusy(handle) == 1 {
                try wait(for: POLLIN)
                try take()
            }
            guard let result = unsafe PQgetResult(handle) else { break }
            defer { unsafe PQclear(result) }
            switch unsafe PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK: unsafe results.append(PostgreSQLResult(result))
            case PGRES_EMPTY_QUERY: break
            default:
                let state = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C")))
                failure =
                    unsafe failure ?? state.map { unsafe .refused(state: String(cString: $0)) }
                    ?? .lost
            }
        }
        guard unsafe PQstatus(handle) == CONNECTION_OK else { throw .lost }
        if let failure { throw failure }
        return results
    }

    private func take() throws(PostgreSQLError) {
        guard unsafe PQconsumeInput(handle) == 1 else { throw .lost }
    }

    /// Waits for the socket, and returns what it is ready for.
    @discardableResult
    private func wait(for events: Int32) throws(PostgreSQLError) -> Int32 {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { throw .timedOut }
            let milliseconds = left / .milliseconds(1)
            var descriptor = unsafe pollfd(
                fd: PQsocket(handle),
                events: Int16(events),
                revents: 0
            )
            let count = unsafe poll(&descriptor, 1, Int32(min(milliseconds + 1, 60_000)))
            if count > 0 { return Int32(descriptor.revents) }
            guard count == 0 || errno == EINTR else { throw .lost }
        }
    }
}

extension PostgreSQLResult {
    static let none = PostgreSQLResult(rows: [], changed: 0)
}

extension PostgreSQLConnection {
    /// Runs statements on a connection of their own, and ends with an error once the limit is over.
    ///
    /// - Throws: ``ServerStoreError``.
    package static func execute(
        _ sql: String,
        at address: String,
        within limit: Duration = .seconds(60)
    ) throws {
        do {
            try PostgreSQLConnection(address, deadline: .now + limit).run(sql)
        } catch {
            throw error.meaning
        }
    }
}
