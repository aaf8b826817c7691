// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import PushTransportTesting
import Synchronization
import Testing

struct PushTransportCheckTests {
    private typealias Fault = MemoryService.Fault

    @Test(arguments: PushTransportCheck.allCases)
    func `a transport that keeps the rules passes`(_ check: PushTransportCheck) async throws {
        await expectConformance(of: MemoryService(), to: check)
    }

    @Test(arguments: MemoryService.Fault.allCases)
    func `each fault is found by the check that is for it`(
        _ fault: MemoryService.Fault
    ) async throws {
        let check: PushTransportCheck =
            switch fault {
            case .losesAtBreaks, .sendsAllAgainAtBreaks: .brokenConnection
            case .sendsTwice, .changesIDs: .accepted
            case .sendsRejectedAgain: .rejected
            case .saysNotSent, .closesWithoutResults: .closeInTime
            case .ignoresTime: .notSent
            case .ignoresCancellation: .cancellation
            case .sendsAfterClose: .close
            case .hasNoDelay: .refusedForNow
            case .mixesUpResults: .concurrency
            }
        let failures = await check.failures(of: MemoryService(fault))
        #expect(!failures.isEmpty)
        #expect(failures.allSatisfy { $0.description.count > 15 })
    }
}

/// A service in memory, whose transport may have a fault.
final class MemoryService: ScriptedPushService {
    /// What its transport does wrong.
    enum Fault: CaseIterable {
        case losesAtBreaks, sendsTwice, sendsRejectedAgain, changesIDs, saysNotSent
        case ignoresTime, ignoresCancellation, sendsAfterClose, closesWithoutResults, hasNoDelay
        case mixesUpResults, sendsAllAgainAtBreaks
    }

    private struct State {
        var script: @Sendable (Int, Int) -> PushServiceAction = { _, _ in .accept }
        var arrivals: [Int] = []
        var held: [CheckedContinuation<PushServiceAction, Never>] = []
        var isClosed = false
        var accepted: [Int] = []
    }

    let push = OutgoingPush(
        payload: [1],
        headers: APNsHeaders(
            topic: "t",
            pushType: "alert",
            priority: .immediate,
            expiration: 0,
            collapseID: "c"
        )
    )
    let fault: Fault?
    private let state = Mutex(State())

    init(_ fault: Fault? = nil) {
        self.fault = fault
    }

    var arrivals: [Int] { state.withLock { $0.arrivals } }

    func makeTransport() -> MemoryTransport {
        state.withLock { $0.isClosed = false }
        return MemoryTransport(service: self)
    }

    func address(_ number: Int) -> Int { number }

    func id(_ number: Int) -> Int { number }

    func begin(_ script: @escaping @Sendable (Int, Int) -> PushServiceAction) {
        state.withLock { state in
            state.script = script
            state.arrivals = []
            state.accepted = []
        }
    }

    func answerHeld(_ action: PushServiceAction) {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for one in held { one.resume(returning: action) }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func close() { state.withLock { $0.isClosed = true } }

    /// The pushes that were accepted, which a transport should forget.
    var accepted: [Int] { state.withLock { $0.accepted } }

    /// A push that comes, and what is done with it.
    func receive(_ id: Int) async -> PushServiceAction {
        await withCheckedContinuation { continuation in
            let action: PushServiceAction? = state.withLock { state in
                state.arrivals.append(id)
                let action = state.script(id, state.arrivals.count { $0 == id })
                if action == .accept { state.accepted.append(id) }
                guard action == .hold, !Task.isCancelled else { return action }
                state.held.append(continuation)
                return nil
            }
            if let action { continuation.resume(returning: action) }
        }
    }
}

/// A transport that keeps all rules but the one that its service's fault breaks.
struct MemoryTransport: PushTransport {
    let service: MemoryService

    func send(
        _ push: OutgoingPush,
        to address: Int,
        as id: Int,
        within limit: Duration?,
        attempt: Int
    ) async throws(CancellationError) -> PushResult<Int, String> {
        let fault = service.fault
        if Task.isCancelled, fault != .ignoresCancellation { throw CancellationError() }
        let pause: Duration = fault == .hasNoDelay ? .zero : .seconds(1)
        if service.isClosed, fault != .sendsAfterClose {
            return .retry(after: pause, because: .notSent(.closed))
        }
        if let limit, limit <= .zero, fault != .ignoresTime {
            return .retry(after: pause, because: .notSent(.time))
        }
        let sent = fault == .changesIDs ? id + 1000 : id
        if fault == .sendsTwice { _ = await service.receive(sent) }
        let reply = await reply(to: sent, within: limit)
        switch reply {
        case .accept:
            return .accepted(fault == .mixesUpResults && id % 4 == 0 && id > 3 ? id + 1 : id)
        case .deviceGone: return .deviceGone(since: nil)
        case .reject:
            if fault == .sendsRejectedAgain { _ = await service.receive(sent) }
            return .rejected("no")
        case .refuseForNow: return .retry(after: pause, because: .refused("not now"))
        case .breakConnection:
            if fault == .losesAtBreaks { return .accepted(id) }
            if fault == .sendsAllAgainAtBreaks {
                for id in service.accepted { _ = await service.receive(id) }
            }
            return await service.receive(sent) == .accept
                ? .accepted(id) : .retry(after: pause, because: .unanswered)
        default:
            if Task.isCancelled, fault != .ignoresCancellation { throw CancellationError() }
            if fault == .closesWithoutResults { return .accepted(id) }
            return .retry(
                after: pause,
                because: fault == .saysNotSent ? .notSent(.time) : .unanswered
            )
        }
    }

    func close(within limit: Duration) async {
        service.close()
        if limit <= .zero { service.answerHeld(.hold) }
    }

    /// The service's answer, or that there is none within the time.
    private func reply(to id: Int, within limit: Duration?) async -> PushServiceAction {
        await withTaskCancellationHandler {
            await withTaskGroup(of: PushServiceAction.self) { group in
                group.addTask { await service.receive(id) }
                if let limit {
                    group.addTask {
                        try? await Task.sleep(for: limit)
                        return .hold
                    }
                }
                let first = await group.next() ?? .hold
                if first == .hold { service.answerHeld(.hold) }
                group.cancelAll()
                return first
            }
        } onCancel: {
            service.answerHeld(.hold)
        }
    }
}
