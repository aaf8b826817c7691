// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushRelayClient
package import SealedPushSender
package import ServerStore
import Synchronization

/// Waits at relays for the devices that answer the links of a sidecar, and has those that did told
/// so.
///
/// A link is in the memory of the sidecar that has made it, and nowhere else. What has become of
/// its pairing is in the database, so that each sidecar can say it.
package final class PairingWorker: Sendable {
    private let database: SidecarDatabase
    private let sender: Sender
    private let relays: RelaySender?
    private let time: RelayTime
    private let limit: Int
    private let taking: AnswerTaking
    private let state = Mutex(State())
    private let signal = Signal()

    private struct State {
        /// Those whose relay is asked whether it is there.
        var checking: [PairingID: WaitingPairing] = [:]
        /// Those that wait.
        var waiting: [PairingID: WaitingPairing] = [:]
        /// Those of them that no task has taken up, each with the moment before which its relay is
        /// not asked again.
        var new: [(pairing: WaitingPairing, moment: Duration)] = []
        var isStopping = false
        /// Held while this runs, so that a sidecar that starts knows whether it is alone.
        var lock: DatabaseLock?

        /// Whether a pairing of a recipient may wait, in the place of one that does or beside all.
        func hasRoom(for recipient: RecipientCode, upTo limit: Int) -> Bool {
            var recipients = Set(waiting.values.map(\.recipient))
            recipients.formUnion(checking.values.map(\.recipient))
            recipients.insert(recipient)
            return recipients.count <= limit && !isStopping
        }
    }

    /// How many pairings wait at once at most.
    package static let limit = 128

    /// - Parameters:
    ///   - database: Where pairings are.
    ///   - rule: The app, and the identities of the sender.
    ///   - sender: The sender.
    ///   - relays: Asks relays, by the sender's own key; nil if it has none.
    ///   - time: The clocks.
    ///   - limit: How many pairings wait at once.
    ///   - answered: Is told of each device that has answered, to have it told so.
    package init(
        _ database: SidecarDatabase,
        _ rule: SubscriptionRule,
        sender: Sender,
        relays: RelaySender?,
        time: RelayTime,
        limit: Int = limit,
        answered: @escaping @Sendable () -> Void
    ) {
        self.database = database
        self.sender = sender
        self.relays = relays
        self.time = time
        self.limit = limit
        taking = AnswerTaking(
            database: database,
            rule: rule,
            sender: sender,
            time: time,
            answered: answered
        )
    }

    // MARK: - What backends ask

    /// The exchange of a new link.
    ///
    /// - Throws: ``PairingRequestError``; ``SidecarProblem`` if the sender has no key of its own.
    func exchange(for asked: PairingRequest) throws -> PairingExchange {
        guard let relays else { throw SidecarProblem.pairingUnavailable }
        do throws(PairingError) {
            return try PairingExchange(
                of: sender.identity,
                as: asked.name,
                at: asked.relay.text,
                by: relays,
                time: time
            )
        } catch {
            throw error == .nameRefused
                ? PairingRequestError.wrongName : PairingRequestError.longRelay
        }
    }

    /// Begins a pairing, in the place of one of this recipient, if its relay is there.
    ///
    /// - Throws: ``SidecarProblem``, ``ServerStoreError``; an earlier pairing goes on then.
    func begin(_ exchange: PairingExchange, for recipient: RecipientCode) async throws {
        guard let key = relays?.publicKey else { throw SidecarProblem.pairingUnavailable }
        let pairing = WaitingPairing(exchange, for: recipient)
        let isReserved = state.withLock { state in
            guard state.hasRoom(for: recipient, upTo: limit) else { return false }
            state.checking[pairing.id] = pairing
            return true
        }
        guard isReserved else { throw SidecarProblem.tooManyPairings }
        let moment: Duration
        do {
            moment = try await checkRelay(of: pairing)
            let beginning = try await database.begin(
                pairing.id,
                of: recipient,
                signing: key,
                until: exchange.link.end
            )
            // The database orders what is asked at once: what it has replaced ends here.
            switch beginning {
            case .begun(let replaced): if let replaced { end(replaced) }
            case .otherKey: throw SidecarProblem.pairingUnavailable
            }
        } catch {
            forget(pairing.id)
            throw error
        }
        state.withLock { state in
            // Another one may have replaced it meanwhile.
            guard let pairing = state.checking.removeValue(forKey: pairing.id) else { return }
            state.waiting[pairing.id] = pairing
            state.new.append((pairing, moment))
        }
        signal.raise()
    }

    /// Asks a relay once, so that no code is shown which no phone could answer.
    ///
    /// - Returns: The moment before which it is not asked again, by the monotonic clock.
    /// - Throws: ``SidecarProblem``.
    private func checkRelay(of pairing: WaitingPairing) async throws -> Duration {
        let result: Result<Duration, PairingError>? = await pairing.whileWanted {
            do throws(PairingError) {
                return .success(try await pairing.exchange.checkRelay())
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let moment): return moment
        case .failure(.noDrops): throw SidecarProblem.noDrops
        case .failure(.unreachable): throw SidecarProblem.noRelay
        case .failure, nil: throw SidecarProblem.unavailable
        }
    }

    /// The last pairing of a recipient; nil if there was none, or it ended long ago.
    func pairing(of recipient: RecipientCode) async throws(ServerStoreError) -> SidecarPairing? {
        guard let pairing = try await database.pairing(of: recipient) else { return nil }
        // The clock ends none that this sidecar waits for.
        let isHere = pairing.state == .waiting && state.withLock { $0.waiting[pairing.id] != nil }
        return isHere ? pairing : pairing.seen(at: database.clock())
    }

    /// Takes the last pairing of a recipient back, with the device that came of it.
    func undo(_ recipient: RecipientCode) async throws(ServerStoreError) {
        if let undone = try await database.undoPairing(of: recipient) { end(undone) }
    }

    /// Has nothing wait for a pairing any more that is over in the database.
    private func end(_ id: PairingID) {
        forget(id)?.end.raise()
    }

    @discardableResult
    private func forget(_ id: PairingID) -> WaitingPairing? {
        state.withLock { state in
            state.checking.removeValue(forKey: id) ?? state.waiting.removeValue(forKey: id)
        }
    }

    // MARK: - Waiting

    /// Joins the sidecars of the database, before anything is asked.
    ///
    /// - Throws: ``ServerStoreError``.
    package func join() async throws(ServerStoreError) {
        let lock = try await database.join()
        state.withLock { $0.lock = lock }
    }

    /// Waits for devices until it is stopped or the task is cancelled.
    ///
    /// Each pairing has one request at its relay, which ends at once then.
    package func run() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let (new, isStopping) = state.withLock { state in
                    defer { state.new = [] }
                    return (state.new, state.isStopping)
                }
                for (pairing, moment) in new {
                    group.addTask { await self.wait(for: pairing, from: moment) }
                }
                guard !isStopping else { break }
                await signal.wait()
            }
            group.cancelAll()
        }
    }

    /// Has it end.
    package func stop() {
        let checking = state.withLock { state in
            state.isStopping = true
            return state.checking.values.map(\.self)
        }
        for pairing in checking { pairing.end.raise() }
        signal.raise()
    }

    /// Waits for a device until it has answered, the time is over, or nothing is waited for.
    private func wait(for waiting: WaitingPairing, from moment: Duration) async {
        let end = await waiting.whileWanted { await self.taking.outcome(of: waiting, from: moment) }
        forget(waiting.id)
        guard let end = Task.isCancelled ? .interrupted : end else { return }
        // If the database fails here, the pairing ends by the clock.
        try? await database.endWaiting(waiting.id, of: waiting.recipient, end)
    }
}
