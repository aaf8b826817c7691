// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import ServerStore
import Synchronization
import TestSupport
import Testing

@testable import SealedPushRelay

@Suite(.rules("C-36")) struct ExchangeTests {
    private let limits = ConnectionLimits(total: 4)
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    private func after(_ seconds: Int64) -> NIODeadline { start + .seconds(seconds) }

    @Test func `each part of an exchange has its time, and no byte adds to it`() {
        var exchange = Exchange(within: limits, at: start)
        #expect(exchange.phase == .firstHead)
        #expect(exchange.deadline == after(15))
        exchange.requestBegins(at: after(10))
        #expect(exchange.phase == .body)
        #expect(exchange.deadline == after(40))
        #expect(exchange.turn == .client)
        exchange.requestEnds(at: after(20))
        #expect(exchange.phase == .answer)
        #expect(exchange.deadline == after(80))
        #expect(exchange.turn == .server)
        exchange.answerBegins()
        exchange.answerEnds(at: after(21))
        #expect(exchange.phase == .idle)
        #expect(exchange.deadline == after(96))
    }

    @Test func `a request behind a suspended one makes the connection no busier`() {
        var exchange = Exchange(within: limits, at: start)
        exchange.suspend()
        #expect(exchange.turn == .client)
        exchange.requestBegins(at: start)
        exchange.requestEnds(at: start)
        exchange.suspend()
        #expect(exchange.turn == .neither)
        exchange.requestBegins(at: after(1))
        exchange.requestEnds(at: after(1))
        #expect(exchange.turn == .neither)
        exchange.answerBegins()
        #expect(exchange.turn == .server)
        exchange.answerEnds(at: after(2))
        #expect(exchange.turn == .server)
    }

    @Test func `an answer before the end of its request is the last one`() {
        var exchange = Exchange(within: limits, at: start)
        exchange.requestBegins(at: start)
        exchange.answerBegins()
        #expect(exchange.isLast)
        exchange.answerEnds(at: after(1))
        #expect(exchange.phase == .farewell)
        #expect(exchange.deadline == after(3))
        // What the client still sends gives it no more time.
        exchange.requestEnds(at: after(2))
        exchange.requestBegins(at: after(2))
        exchange.end(at: after(2))
        #expect(exchange.deadline == after(3))
    }

    @Test func `an answer to an earlier request does not end the one that is being read`() {
        var exchange = Exchange(within: limits, at: start)
        exchange.requestBegins(at: start)
        exchange.requestEnds(at: start)
        exchange.requestBegins(at: after(1))
        exchange.answerBegins()
        #expect(!exchange.isLast)
        exchange.answerEnds(at: after(2))
        #expect(exchange.phase == .body)
        exchange.requestEnds(at: after(3))
        exchange.answerBegins()
        exchange.answerEnds(at: after(4))
        #expect(exchange.phase == .idle)
    }
}

@Suite(.rules("C-36")) struct ConnectionBookTests {
    /// Connections that note which of them were closed.
    private final class Connections: Sendable {
        let book: ConnectionBook
        private let numbers = Mutex<[String: Int]>([:])
        private let left = Mutex<[String]>([])

        init(_ limits: ConnectionLimits, _ clock: ManualClock = ManualClock()) {
            book = ConnectionBook(limits, time: WorkerTime(clock))
        }

        /// The names of those that were closed for others.
        var closed: [String] { left.withLock(\.self) }

        func open(_ name: String, from network: UInt8? = nil) -> Bool {
            let prefix = network.flatMap { NetworkPrefix(address: [192, 0, $0, 1]) }
            let number = book.open(from: prefix) { [self] in left.withLock { $0.append(name) } }
            numbers.withLock { $0[name] = number }
            return number != nil
        }

        func note(_ name: String, isWaiting: Bool) { note(name, isWaiting ? .client : .server) }

        func note(_ name: String, _ turn: ConnectionBook.Turn) {
            guard let number = numbers.withLock({ $0[name] }) else { return }
            book.note(number, turn)
        }

        func close(_ name: String) {
            guard let number = numbers.withLock({ $0[name] }) else { return }
            book.close(number)
        }
    }

    @Test func `the client that keeps the server waiting longest makes room for another`() {
        let connections = Connections(ConnectionLimits(total: 3))
        for name in ["a", "b", "c"] { #expect(connections.open(name)) }
        connections.note("a", isWaiting: false)
        connections.note("a", isWaiting: true)
        connections.note("b", isWaiting: false)
        for name in ["d", "e"] { #expect(connections.open(name)) }
        // The second has a request that is being answered.
        #expect(connections.closed == ["c", "a"])
        #expect(connections.book.count == 3)
    }

    @Test func `a server is full if each request is being answered, and says so for a minute`() {
        let clock = ManualClock()
        let connections = Connections(ConnectionLimits(total: 2), clock)
        for name in ["a", "b"] {
            #expect(connections.open(name))
            connections.note(name, isWaiting: false)
        }
        #expect(!connections.book.isFull)
        #expect(!connections.open("c"))
        #expect(connections.book.isFull)
        #expect(connections.closed == [])
        connections.close("a")
        #expect(connections.open("d"))
        clock.advance(by: .seconds(60))
        #expect(!connections.book.isFull)
    }

    @Test func `a network makes room for itself, and a proxy's connections count for none`() {
        var limits = ConnectionLimits(total: 10)
        limits.perNetwork = 2
        let connections = Connections(limits)
        #expect(connections.open("other", from: 7))
        for name in ["a", "b", "c"] { #expect(connections.open(name, from: 1)) }
        #expect(connections.closed == ["a"])
        for name in ["b", "c"] { connections.note(name, isWaiting: false) }
        #expect(!connections.open("d", from: 1))
        for name in ["p", "q", "r"] { #expect(connections.open(name)) }
        #expect(connections.closed == ["a"])
        for name in ["b", "c"] { connections.close(name) }
        for name in ["e", "f"] { #expect(connections.open(name, from: 1)) }
        #expect(connections.closed == ["a"])
    }

    @Test func `a request that is suspended makes room before any idle client`() {
        var limits = ConnectionLimits(total: 5)
        limits.perNetwork = 3
        let connections = Connections(limits)
        for name in ["idle", "a", "b", "busy"] {
            #expect(connections.open(name, from: name == "b" ? 1 : 2 + UInt8(name.count)))
            connections.note(name, .server)
        }
        connections.note("idle", .client)
        connections.note("b", .neither)
        connections.note("a", .neither)
        #expect(connections.open("c"))
        for name in ["d", "e", "f"] { #expect(connections.open(name)) }
        // Those that were suspended first, then those that are silent.
        #expect(connections.closed == ["b", "a", "idle"])
        // One that is answered after all makes room no more.
        connections.note("c", .neither)
        connections.note("c", .server)
        #expect(connections.open("g"))
        #expect(connections.closed.last == "d")
    }

    @Test func `a network's suspended request makes room for that network`() {
        var limits = ConnectionLimits(total: 10)
        limits.perNetwork = 2
        let connections = Connections(limits)
        for name in ["idle", "suspended"] { #expect(connections.open(name, from: 1)) }
        #expect(connections.open("other", from: 2))
        for name in ["suspended", "other"] { connections.note(name, .neither) }
        #expect(connections.open("next", from: 1))
        #expect(connections.closed == ["suspended"])
        #expect(connections.open("last", from: 1))
        #expect(connections.closed == ["suspended", "idle"])
    }

    @Test func `a connection that ended by itself makes room for none`() {
        let connections = Connections(ConnectionLimits(total: 1))
        for number in 0..<1000 {
            #expect(connections.open("\(number)"))
            connections.close("\(number)")
        }
        #expect(connections.closed == [])
        #expect(connections.book.count == 0)
    }
}
