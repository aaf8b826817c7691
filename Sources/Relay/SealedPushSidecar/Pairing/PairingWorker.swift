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
        /// Those that wait.
        var waiting: [PairingID: WaitingPairing] = [:]
        /// Those of them that no task has taken up.
        var new: [WaitingPairing] = []
        var isStopping = false
        /// Held while this runs, so that a sidecar that starts knows whether it is alone.
        var lock: DatabaseLock?

        /// Whether a pairing of a recipient may wait, in the place of one that does or beside all.
        func hasRoom(for recipient: RecipientCode, upTo limit: Int) -> Bool {
            var recipients = Set(waiting.values.map(\.recipient))
            recipients.insert(recipient)
            return recipients.count <= limit && !isStopping
        }
    }

    /// What became of a wish to pair.
    enum Beginning: Hashable, Sendable {
        /// A device may answer.
        case begun
        /// As many pairings wait as may.
        case tooMany
        /// The recipient has as many paired devices as it may.
        case tooManyDevices
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

    /// Begins a pairing, in the place of one of this recipient.
    func begin(
        _ exchange: PairingExchange,
        for recipient: RecipientCode
    ) async throws(ServerStoreError) -> Beginning {
        let waiting = WaitingPairing(exchange, for: recipient)
        let isReserved = state.withLock { state in
            guard state.hasRoom(for: recipient, upTo: limit) else { return false }
            state.waiting[waiting.id] = waiting
            return true
        }
        guard isReserved else { return .tooMany }
        do throws(ServerStoreError) {
            let beginning = try await database.begin(
                waiting.id,
                of: recipient,
                until: exchange.link.end
            )
            // The database orders what is asked at once: what it has replaced ends here.
            switch beginning {
            case .begun(let replaced): if let replaced { end(replaced) }
            case .tooManyDevices:
                forget(waiting.id)
                return .tooManyDevices
            }
        } catch {
            forget(waiting.id)
            throw error
        }
        state.withLock { $0.new.append(waiting) }
        signal.raise()
        return .begun
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
        state.withLock { $0.waiting.removeValue(forKey: id) }
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
                for waiting in new { group.addTask { await self.wait(for: waiting) } }
                guard !isStopping else { break }
                await signal.wait()
            }
            group.cancelAll()
        }
    }

    /// Has it end.
    package func stop() {
        state.withLock { $0.isStopping = true }
        signal.raise()
    }

    /// Waits for a device until it has answered, the time is over, or nothing is waited for.
    private func wait(for waiting: WaitingPairing) async {
        let end = await withTaskGroup(of: PairingEnd?.self) { group in
            group.addTask { await self.taking.outcome(of: waiting) }
            group.addTask {
                await waiting.end.wait()
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        forget(waiting.id)
        guard let end = Task.isCancelled ? .interrupted : end else { return }
        // If the database fails here, the pairing ends by the clock.
        try? await database.endWaiting(waiting.id, of: waiting.recipient, end)
    }
}
