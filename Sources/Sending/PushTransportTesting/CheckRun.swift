// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import Synchronization

/// One check under way, and what it has found so far.
struct CheckRun<Service: ScriptedPushService> {
    typealias Result = PushResult<Service.Transport.ID, Service.Transport.Refusal>

    let service: Service
    let transport: Service.Transport
    private(set) var failures: [PushTransportFailure] = []
    private var last = -1

    init(service: Service, transport: Service.Transport) {
        self.service = service
        self.transport = transport
    }

    mutating func answered(_ action: PushServiceAction) async {
        begin { _, _ in action }
        for number in 0..<3 {
            expect(await send(number), action, of: number)
            expectArrivals(of: number, 1...1)
        }
    }

    mutating func unanswered() async {
        begin { _, _ in .hold }
        let result = await send(0, within: .milliseconds(100))
        // On a busy machine its time may be over before it is sent.
        let count = arrivals(of: 0)
        let isRight = result?.isUnanswered == true || count == 0 && result?.isNotSent == true
        if !isRight { failures.append(.wrongResult(push: 0)) }
        expectArrivals(of: 0, 0...1)
    }

    mutating func notSent() async {
        begin { _, _ in .accept }
        expectNotSent(await send(0, within: .zero), of: 0)
        expect(await send(1), .accept, of: 1)
        expectArrivals(of: 0, 0...0)
    }

    mutating func cancellation() async {
        let held = service.id(0)
        begin { id, _ in id == held ? .hold : .accept }
        let isCancelled = await withTaskGroup(of: Bool.self) { group in
            let end = Flag()
            group.addTask { [self] in
                defer { end.set() }
                return await endsCancelled(0)
            }
            await arrival(of: 0, before: end)
            group.cancelAll()
            return await group.next() ?? false
        }
        if !isCancelled { failures.append(.notCancelled(push: 0)) }
        let isCancelledBefore = await withTaskGroup(of: Bool.self) { group in
            group.cancelAll()
            group.addTask { [self] in await endsCancelled(1) }
            return await group.next() ?? false
        }
        if !isCancelledBefore { failures.append(.notCancelled(push: 1)) }
        expect(await send(2), .accept, of: 2)
        expectArrivals(of: 0, 1...1)
        expectArrivals(of: 1, 0...0)
    }

    mutating func brokenConnection() async {
        let breaking = service.id(5)
        begin { id, time in id == breaking && time == 1 ? .breakConnection : .accept }
        for number in 0..<5 { expect(await send(number), .accept, of: number) }
        for (number, result) in await send(5..<25) {
            guard let result, result.isAccepted || result.isUnanswered else {
                failures.append(.wrongResult(push: number))
                continue
            }
            if number == 5, result.isAccepted { expectArrivals(of: 5, 2...2) }
        }
        // What was accepted before the connection broke.
        for number in 0..<5 { expectArrivals(of: number, 1...1) }
        expect(await send(25), .accept, of: 25)
        expectArrivals(of: 25, 1...1)
    }

    mutating func concurrency() async {
        let actions: [PushServiceAction] = [.accept, .reject, .deviceGone, .refuseForNow]
        let numbers = Dictionary(uniqueKeysWithValues: (0..<200).map { (service.id($0), $0) })
        begin { id, _ in actions[(numbers[id] ?? 0) % actions.count] }
        for (number, result) in await send(0..<200) {
            expect(result, actions[number % actions.count], of: number)
            expectArrivals(of: number, 1...1)
        }
    }

    mutating func close() async {
        let held = service.id(0)
        begin { id, _ in id == held ? .hold : .accept }
        let result = await withTaskGroup(of: Result??.self) { group in
            let end = Flag()
            group.addTask { [self] in
                defer { end.set() }
                return await send(0)
            }
            await arrival(of: 0, before: end)
            group.addTask { [transport] in
                await transport.close(within: .seconds(86400))
                return nil
            }
            // Time for that to begin; if it was not enough, less is checked.
            for _ in 0..<100 { await Task.yield() }
            service.answerHeld(.accept)
            var result: Result?
            for await one in group { if let one { result = one } }
            return result
        }
        expect(result, .accept, of: 0)
        expectNotSent(await send(2), of: 2)
        expectArrivals(of: 0, 1...1)
        expectArrivals(of: 2, 0...0)
    }

    mutating func closeInTime() async {
        begin { _, _ in .hold }
        let result = await withTaskGroup(of: Result?.self) { group in
            let end = Flag()
            group.addTask { [self] in
                defer { end.set() }
                return await send(0)
            }
            await arrival(of: 0, before: end)
            await transport.close(within: .zero)
            return await group.next() ?? nil
        }
        if result?.isUnanswered != true { failures.append(.wrongResult(push: 0)) }
        expectArrivals(of: 0, 1...1)
    }

    /// Looks whether anything came that was not sent.
    mutating func checkIDs() {
        guard last >= 0 else { return }
        let known = Set((0...last).map(service.id))
        let foreign = service.arrivals.count { !known.contains($0) }
        if foreign > 0 { failures.append(.foreignIDs(foreign)) }
    }
}

extension CheckRun {
    private mutating func begin(
        _ script: @escaping @Sendable (Service.Transport.ID, Int) -> PushServiceAction
    ) {
        last = 250
        service.begin(script)
    }

    private func send(_ number: Int, within limit: Duration? = nil) async -> Result? {
        try? await transport.send(
            service.push,
            to: service.address(number),
            as: service.id(number),
            within: limit,
            attempt: 1
        )
    }

    private func send(_ numbers: Range<Int>) async -> [(Int, Result?)] {
        await withTaskGroup(of: (Int, Result?).self) { group in
            for number in numbers { group.addTask { [self] in (number, await send(number)) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func endsCancelled(_ number: Int) async -> Bool {
        await send(number) == nil
    }

    /// Waits until a push has come, or its call has ended.
    private func arrival(of number: Int, before end: Flag) async {
        while arrivals(of: number) == 0, !end.isSet {
            try? await Task.sleep(for: .milliseconds(1))
        }
    }

    private func arrivals(of number: Int) -> Int {
        let id = service.id(number)
        return service.arrivals.count { $0 == id }
    }

    private mutating func expect(_ result: Result?, _ action: PushServiceAction, of number: Int) {
        if case .retry(let delay, _) = result, delay <= .zero {
            failures.append(.noDelay(push: number))
        }
        let isRight =
            switch (result, action) {
            case (.accepted(let id, _), .accept): id == service.id(number)
            case (.deviceGone, .deviceGone), (.rejected, .reject): true
            case (.retry(_, .refused), .refuseForNow): true
            default: false
            }
        if !isRight { failures.append(.wrongResult(push: number)) }
    }

    private mutating func expectNotSent(_ result: Result?, of number: Int) {
        if result?.isNotSent != true { failures.append(.wrongResult(push: number)) }
    }

    private mutating func expectArrivals(of number: Int, _ times: ClosedRange<Int>) {
        let count = arrivals(of: number)
        if !times.contains(count) { failures.append(.arrived(push: number, times: count)) }
    }
}

/// Whether a call has ended.
private final class Flag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
}

extension PushResult {
    fileprivate var isAccepted: Bool {
        if case .accepted = self { true } else { false }
    }

    fileprivate var isUnanswered: Bool {
        if case .retry(_, .unanswered) = self { true } else { false }
    }

    fileprivate var isNotSent: Bool {
        if case .retry(_, .notSent) = self { true } else { false }
    }
}
