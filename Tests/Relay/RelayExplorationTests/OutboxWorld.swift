// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushRelay
import SealedPushRelayTesting

/// A small relay with all that can happen to it: two workers, three messages for one device, a push service.
struct OutboxWorld: Hashable {
    var model: RelayModel
    /// Seconds of the monotonic clocks since the start.
    var steady = 0
    /// How far the database's clock was set away from them.
    var clockStep = 0
    /// What the sweeper knows of the clocks; it has looked at the start.
    var lapse: LapseSweep = {
        var lapse = LapseSweep()
        _ = lapse.look(wall: Self.start, steady: .zero)
        return lapse
    }()
    var workers = [OutboxWorker](repeating: OutboxWorker(), count: 2)
    /// The submissions that were not made yet.
    var unposted: [Int]
    /// Submissions that were refused by a limit, and may be made once more.
    var refused: [Int] = []
    /// The messages that senders were told are taken.
    var taken: [OutboxID: Int] = [:]
    /// The submissions that reached the push service, in this order.
    var pushed: [Int] = []
    /// The token that the push service takes.
    var liveToken = TokenVersion.first
    /// How often half a minute may still pass.
    var ticks: Int
    /// What may still happen, each once.
    var troubles: Set<OutboxTrouble>

    // By hand, because the bodies and the keys of the model take long and tell nothing.
    func hash(into hasher: inout Hasher) {
        var queue = 0
        for (id, message) in model.queue {
            var one = Hasher()
            one.combine(id)
            one.combine(message.lease)
            one.combine(message.lane)
            one.combine(message.notBefore)
            one.combine(message.isSuperseded)
            queue ^= one.finalize()
        }
        hasher.combine(queue)
        hasher.combine(model.workers)
        hasher.combine(model.lanes)
        hasher.combine(model.devices.values.first?.state)
        hasher.combine(liveToken)
        hasher.combine(pushed)
        hasher.combine(unposted.count)
        hasher.combine(steady)
        hasher.combine(lapse)
        for worker in workers {
            hasher.combine(worker.heartbeat)
            hasher.combine(worker.held.map(\.message.id))
            hasher.combine(worker.results.map(\.message.id))
        }
        hasher.combine(troubles)
    }

    static let start = SampleDevice.now
    static let tick = 31

    var now: Timestamp { Self.start + .seconds(steady + clockStep) }
}

/// What goes wrong beside kills and pauses of workers.
enum OutboxTrouble: Hashable {
    /// The push service has a fault.
    case fault
    /// It does not take the credentials.
    case credentials
    /// It refuses a token that is alive.
    case refusal
    /// The app activates another token, and the old one dies.
    case newToken
    /// The database's clock is set forward by a day.
    case clockStep
}

/// A worker's memory.
struct OutboxWorker: Hashable {
    var heartbeat = Heartbeat()
    /// How often it has enrolled.
    var lives = 0
    var held: [Lease] = []
    /// Results that are not written down.
    var results: [Attempt] = []
}

/// Something that can happen next.
enum OutboxEvent: Hashable, CustomStringConvertible {
    case post(Int)
    case tick
    case stepClock
    case renewToken
    case sweep
    case beat(worker: Int)
    case lease(worker: Int)
    case push(worker: Int, Answer)
    case settle(worker: Int)
    case crash(worker: Int)

    /// What the push service answers.
    enum Answer: Hashable {
        case byToken
        case unavailable
        case credentials
        case badToken
    }

    var description: String {
        switch self {
        case .post(let number): "message \(number) is posted"
        case .tick: "half a minute passes"
        case .stepClock: "the clock is set forward by a day"
        case .renewToken: "the app activates a new token"
        case .sweep: "a sweep"
        case .beat(let worker): "worker \(worker) renews or enrolls"
        case .lease(let worker): "worker \(worker) leases"
        case .push(let worker, let answer): "worker \(worker) pushes: \(answer)"
        case .settle(let worker): "worker \(worker) settles"
        case .crash(let worker): "worker \(worker) is killed"
        }
    }
}
