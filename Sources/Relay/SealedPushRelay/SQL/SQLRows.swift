// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto
package import ServerStore

// How values stand in rows. What cannot be read is ServerStoreError.damaged.

extension DeviceState {
    package var stored: (word: String, since: Timestamp) {
        switch self {
        case .pending(let since): ("pending", since)
        case .active: ("active", Timestamp(clamping: 0))
        case .doubtful(let since): ("doubtful", since)
        case .unreachable(let since): ("unreachable", since)
        case .gone(let since): ("gone", since)
        case .replaced(let since): ("replaced", since)
        case .retired(let since): ("retired", since)
        }
    }

    package init(word: String, since: Timestamp) throws {
        switch word {
        case "pending": self = .pending(since: since)
        case "active": self = .active
        case "doubtful": self = .doubtful(since: since)
        case "unreachable": self = .unreachable(since: since)
        case "gone": self = .gone(since: since)
        case "replaced": self = .replaced(since: since)
        case "retired": self = .retired(since: since)
        default: throw ServerStoreError.damaged
        }
    }
}

extension RegisteredToken {
    /// A token whose columns begin with `prefix`, or nil if there is none.
    package static func stored(_ row: SQLRow, _ prefix: String) throws -> RegisteredToken? {
        guard let version: TokenVersion = try row.value(prefix + "version") else { return nil }
        let print: [UInt8] = try row.value(prefix + "fingerprint")
        // The version is counted on.
        guard let fingerprint = TokenFingerprint(stored: print), version.number < .max else {
            throw ServerStoreError.damaged
        }
        return RegisteredToken(
            version: version,
            fingerprint: fingerprint,
            sealed: try row.value(prefix + "sealed"),
            registered: try row.value(prefix + "registered")
        )
    }
}

extension AppEnvironment {
    package init(_ row: SQLRow) throws {
        let word: String = try row.value("environment")
        guard let environment = Environment(rawValue: word) else { throw ServerStoreError.damaged }
        self.init(app: try row.value("app"), environment: environment)
    }
}

extension RelayDevice {
    package init(_ row: SQLRow) throws {
        let key: [UInt8] = try row.value("identity")
        let word: String = try row.value("state")
        guard let identity = try? DeviceIdentity(reading: key.span),
            let credential = Capability.Digest(stored: try row.value("credential")),
            let codes = ActivationCodes(bytes: try row.value("codes"))
        else { throw ServerStoreError.damaged }
        self.init(
            id: try row.value("id"),
            app: try AppEnvironment(row),
            identity: identity,
            credential: credential,
            state: try DeviceState(word: word, since: row.value("since")),
            token: try RegisteredToken.stored(row, ""),
            held: try row.value("held"),
            candidate: try RegisteredToken.stored(row, "next_"),
            codes: codes
        )
    }
}

extension ActivationCodes {
    private static let count = Capability.count + 4 + 8 + 1

    /// 45 bytes a code: the digest or zeros, the version, the time, 1 for a recall.
    var bytes: [UInt8] {
        codes.flatMap { code in
            var bytes = code.digest?.bytes ?? [UInt8](repeating: 0, count: Capability.count)
            bytes.append(bigEndian: code.version.number)
            bytes.append(bigEndian: code.issued.milliseconds)
            bytes.append(code.isRecall ? 1 : 0)
            return bytes
        }
    }

    init?(bytes: [UInt8]) {
        guard bytes.count.isMultiple(of: Self.count) else { return nil }
        var codes: [Code] = []
        for start in stride(from: 0, to: bytes.count, by: Self.count) {
            let digest = Array(bytes[start..<start + Capability.count])
            let version = bytes.span.bigEndian(UInt32.self, at: start + Capability.count)
            let issued = bytes.span.bigEndian(UInt64.self, at: start + Capability.count + 4)
            let isWorthless = digest.allSatisfy { $0 == 0 }
            codes.append(
                Code(
                    digest: isWorthless ? nil : Capability.Digest(stored: digest),
                    version: TokenVersion(version),
                    issued: Timestamp(clamping: issued),
                    isRecall: bytes[start + Self.count - 1] == 1
                )
            )
        }
        self.init(stored: codes)
    }
}

extension PublishedPrekeys {
    private static let count = PrekeyRecord.ID.count + 4 + 8

    package init(_ row: SQLRow) throws {
        self.init(bundle: try row.value("bundle"), ids: try Self.ids(row.value("ids")))
    }

    /// Reads ``idBytes``.
    package static func ids(_ bytes: [UInt8]) throws -> [Published] {
        guard bytes.count.isMultiple(of: Self.count) else { throw ServerStoreError.damaged }
        var ids: [Published] = []
        for start in stride(from: 0, to: bytes.count, by: Self.count) {
            let end = bytes.span.bigEndian(UInt64.self, at: start + PrekeyRecord.ID.count + 4)
            ids.append(
                Published(
                    id: PrekeyRecord.ID(Array(bytes[start..<start + PrekeyRecord.ID.count])),
                    epoch: bytes.span.bigEndian(UInt32.self, at: start + PrekeyRecord.ID.count),
                    notAfter: Timestamp(clamping: end)
                )
            )
        }
        return ids
    }

    /// 20 bytes an id: the id, the epoch, the end of its term.
    var idBytes: [UInt8] {
        ids.flatMap { published in
            var bytes = published.id.bytes
            bytes.append(bigEndian: published.epoch)
            bytes.append(bigEndian: published.notAfter.milliseconds)
            return bytes
        }
    }
}

extension Endpoint.Sender {
    /// The key; none for anyone, and an empty one while the first key is awaited.
    var stored: [UInt8]? { self == .firstKey ? [] : key }

    fileprivate init(stored key: [UInt8]?) {
        self = key.map { $0.isEmpty ? .firstKey : .bound(vapid: $0) } ?? .anyone
    }
}

extension Endpoint {
    package init(_ row: SQLRow) throws {
        guard let digest = Capability.Digest(stored: try row.value("digest")) else {
            throw ServerStoreError.damaged
        }
        self.init(
            id: try row.value("id"),
            device: try row.value("device"),
            digest: digest,
            sender: Sender(stored: try row.value("vapid")),
            revoked: try row.value("revoked")
        )
    }
}

extension QueuedMessage {
    package init(_ row: SQLRow) throws {
        let hash: [UInt8] = try row.value("body_hash")
        guard let pushID = PushID(stored: try row.value("push_id")),
            hash.count == EnvelopeHash.count
        else { throw ServerStoreError.damaged }
        self.init(
            id: try row.value("id"),
            pushID: pushID,
            device: try row.value("device"),
            endpoint: try row.value("endpoint"),
            isUrgent: try row.value("urgent"),
            isSingleAttempt: try row.value("once"),
            collapse: try row.value("collapse"),
            collapses: try row.value("collapses"),
            bodyHash: EnvelopeHash(hash),
            expires: try row.value("expires"),
            lane: try row.value("lane"),
            notBefore: try row.value("not_before"),
            attempts: try row.value("attempts"),
            lease: try row.value("lease"),
            isSuperseded: try row.value("superseded")
        )
    }
}

extension Lease {
    /// Takes the columns of a message, of its body, and of its device's app and token.
    package init(
        _ row: SQLRow,
        to worker: WorkerID,
        in lane: Lane,
        at now: Timestamp
    ) throws {
        var message = try QueuedMessage(row)
        message.lease = worker
        guard let token = try RegisteredToken.stored(row, "") else {
            throw ServerStoreError.damaged
        }
        self.init(
            message: message,
            body: try row.value("bytes"),
            app: try AppEnvironment(row),
            token: token,
            round: lane.round,
            at: now
        )
    }
}

extension Lane {
    package init(_ row: SQLRow) throws {
        let cause: String? = try row.value("cause")
        self.init(
            round: try row.value("round"),
            failures: try row.value("failures"),
            cause: cause.flatMap(Cause.init),
            nextProbe: try row.value("next_probe")
        )
    }
}

extension DeviceID: SQLNumber {
    package init?(sqlValue: SQLValue) {
        guard let number = Int64(sqlValue: sqlValue), number > 0 else { return nil }
        self.init(number)
    }
}

extension EndpointID: SQLNumber {}
extension OutboxID: SQLNumber {}
extension WorkerID: SQLNumber {}
extension LaneID: SQLNumber {}
extension TokenVersion: SQLNumber {}
