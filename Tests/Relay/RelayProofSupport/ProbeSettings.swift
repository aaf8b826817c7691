// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SealedPush
package import SealedPushRelay
package import ServerStore

/// What a test tells a relay process at its start.
package struct ProbeSettings: Codable, Sendable {
    /// Where the messages are.
    package enum Database: Codable, Sendable {
        /// The file of a database of SQLite.
        case sqlite(path: String)
        /// A database of PostgreSQL.
        case postgreSQL(address: String)
    }

    package let database: Database
    /// The port of the simulated APNs on this machine, and its root as PEM.
    package let port: Int
    package let roots: String
    /// The key of the provider tokens, as a `.p8`.
    package let providerKey: [UInt8]
    /// The provider token of all processes, as APNs takes a new one every 20 minutes.
    package let providerToken: String
    package let topic: String
    /// The key of the sealed device tokens.
    package let tokenKey: [UInt8]
    package let time: ScaledTime

    package init(
        database: Database,
        port: Int,
        roots: String,
        providerKey: [UInt8],
        providerToken: String,
        topic: String,
        tokenKey: [UInt8],
        time: ScaledTime
    ) {
        self.database = database
        self.port = port
        self.roots = roots
        self.providerKey = providerKey
        self.providerToken = providerToken
        self.topic = topic
        self.tokenKey = tokenKey
        self.time = time
    }

    package static let app = AppEnvironment(app: "phone", environment: .production)
    package static let keyID = "ABC123DEFG"
    package static let teamID = "DEF123GHIJ"

    /// Opens the database, for which it is so much later.
    package func openStore(ahead: Duration = .zero) async throws -> any RelayStore {
        var limits = RelayLimits()
        limits.queuedPerEndpoint = 100_000
        limits.queuedPerDevice = 100_000
        limits.acceptedPerDay = 100_000
        let clock: @Sendable () -> Timestamp = { [time] in time.wall.advanced(by: ahead) }
        switch database {
        case .sqlite(let path):
            return try SQLiteRelayStore(path: path, limits: limits, clock: clock)
        case .postgreSQL(let address):
            return try await PostgreSQLRelayStore.open(address, limits: limits, clock: clock)
        }
    }
}

/// A time that runs faster than the machine's, the same in every process.
package struct ScaledTime: Codable, Sendable {
    private let start: Date
    private let factor: Double

    /// Begins now.
    package init(factor: Double) {
        self.factor = factor
        start = Date()
    }

    private var passed: Double { max(0, Date().timeIntervalSince(start) * factor) }

    package var wall: Timestamp {
        Timestamp(clamping: UInt64((start.timeIntervalSince1970 + passed) * 1000))
    }

    /// The time of a worker.
    package var worker: WorkerTime {
        WorkerTime(ScaledClock(factor: factor))
    }
}

/// The machine's monotonic clock, which runs faster.
private struct ScaledClock: Clock {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    let factor: Double
    let start = ContinuousClock.now

    var now: Instant { Instant(offset: start.duration(to: .now) * factor) }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let left = (deadline.offset - now.offset) / factor
        if left > .zero { try await ContinuousClock().sleep(for: left) }
    }
}

/// What a test asks of a relay process: a line of JSON.
package struct ProbeRequest: Codable, Sendable {
    /// Tells its answer from others.
    package let number: Int
    package let call: Call

    package enum Call: Codable, Sendable {
        /// Post an envelope.
        case post(id: Int64, endpoint: Int64, envelope: [UInt8], seconds: Int64, topic: String?)
        /// Withdraw a message.
        case withdraw(id: Int64)
    }

    package init(number: Int, call: Call) {
        self.number = number
        self.call = call
    }
}

/// What came of it.
package struct ProbeAnswer: Codable, Sendable {
    package let number: Int
    package let end: End

    package enum End: Codable, Hashable, Sendable {
        case done
        /// It was taken before, as this message.
        case repeated(Int64)
        /// A limit or the device's state does not allow it.
        case refused
        /// The database did not answer, or not in time; the result is unknown.
        case failed
    }

    package init(number: Int, end: End) {
        self.number = number
        self.end = end
    }
}

/// The lines of a file, read on a thread of their own.
package enum Lines {
    package static func of(_ file: FileHandle) -> AsyncStream<Data> {
        let (stream, continuation) = AsyncStream<Data>.makeStream()
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let more = file.availableData
                guard !more.isEmpty else { break }
                rest += more
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(Data(rest[rest.startIndex..<end]))
                    rest = Data(rest[(end + 1)...])
                }
            }
            continuation.finish()
        }
        return stream
    }
}
