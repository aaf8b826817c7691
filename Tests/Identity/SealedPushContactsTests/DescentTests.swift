// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushStore
import TestSupport
import Testing

/// What a revocation or a contradiction says of the identities that descend from another one.
struct DescentTests {
    let contacts: TestContacts
    let book: ContactBook
    let chain = (0..<4).map { _ in SenderKeys() }
    let other = SenderKeys()

    init() throws {
        contacts = try TestContacts()
        book = contacts.book
        try book.add(name: "Ann", identity: chain[0].identity)
    }

    private var successions: [SenderIdentity.Succession] {
        zip(chain, chain.dropFirst()).map { .from($0, to: $1) }
    }

    private func follow(_ statements: [SenderIdentity.Succession]) throws {
        for statement in statements { try book.follow(statement) }
    }

    private func trusts(_ book: ContactBook? = nil) throws -> [ContactStatus.Trust?] {
        let book = book ?? self.book
        return try chain.map { try book.status(of: $0.identity.bytes)?.trust }
    }

    private func contradict(_ position: Int) {
        #expect(throws: ContactError.successionConflict) {
            try book.follow(.from(chain[position], to: other))
        }
    }

    private func verify(_ position: Int) throws {
        let (device, sender) = (DeviceIdentity(SigningKey().publicKey), chain[position].identity)
        let number = try SafetyNumber(sender: sender, device: device)
        try book.verify(sender, by: number, device: device)
    }

    private func isChangedSinceVerified(_ position: Int) throws -> Bool {
        let identity = chain[position].identity
        let contact = try book.list().contacts.first { $0.identity == identity }
        return try #require(contact).isChangedSinceVerified
    }

    // MARK: - Orders

    @Test(arguments: (0..<4).map { ($0, true) } + (0..<3).map { ($0, false) })
    func `in every order of statements an identity that descends from a bad one is changed`(
        _ position: Int,
        _ isRevoked: Bool
    ) throws {
        let bad: Notice =
            isRevoked
            ? .revocation(.of(chain[position])) : .succession(.from(chain[position], to: other))
        for order in permutations(of: successions.map(Notice.succession) + [bad]) {
            let contacts = try TestContacts()
            try contacts.book.add(name: "Ann", identity: chain[0].identity)
            for statement in order + order { _ = try statement.apply(to: contacts.book) }
            for (index, trust) in try trusts(contacts.book).enumerated() {
                let isChanged = isRevoked ? index > position : index >= position
                #expect(trust == nil || trust == (isChanged ? .changed : .unverified))
            }
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `trust depends on what was followed, not on the order of statements`(_ seed: UInt64) throws
    {
        var random = SeededGenerator(seed: seed)
        let graph = StatementGraph(using: &random)
        for _ in 0..<6 {
            let contacts = try TestContacts()
            let followed = try graph.apply(to: contacts.book, using: &random)
            let expected = graph.trusts(following: followed)
            for (index, keys) in graph.identities.enumerated() {
                let status = try contacts.book.status(of: keys.identity.bytes)
                #expect(status?.trust == expected[index], "seed \(seed)")
                guard let status else { continue }
                #expect(status.isRevoked == graph.revoked.contains(index), "seed \(seed)")
                try contacts.book.unblock(keys.identity)
                guard status.trust == .blocked else { continue }
                let isChanged = graph.changed(following: followed).contains(index)
                let unblocked = try contacts.book.status(of: keys.identity.bytes)?.trust
                #expect(unblocked == (isChanged ? .changed : .unverified), "seed \(seed)")
            }
        }
    }

    @Test
    func `a contact that a changed identity names late is changed with all that descend from it`()
        throws
    {
        try book.add(name: "Third", identity: chain[2].identity)
        try book.follow(successions[2])
        try book.follow(successions[0])
        try book.revoke(.of(chain[0]))
        #expect(try trusts() == [.unverified, .changed, .unverified, .unverified])
        try book.follow(successions[1])
        #expect(try trusts() == [.unverified, .changed, .changed, .changed])
    }

    @Test func `a succession that was kept and never followed changes no contact`() throws {
        try book.add(name: "Third", identity: chain[2].identity)
        #expect(try book.follow(successions[1]) == .unknownSender)
        try book.add(name: "Second", identity: chain[1].identity)
        try book.revoke(.of(chain[1]))
        #expect(try trusts() == [.unverified, .unverified, .unverified, nil])
    }

    @Test func `identities that succeed each other in a circle are visited once`() throws {
        try follow(successions + [.from(chain[3], to: chain[0])])
        contradict(2)
        #expect(try trusts() == [.changed, .changed, .changed, .changed])
        let circle = [other, SenderKeys()]
        try book.add(name: "Bob", identity: circle[0].identity)
        try book.follow(.from(circle[0], to: circle[1]))
        try book.follow(.from(circle[1], to: circle[0]))
        try book.revoke(.of(circle[0]))
        #expect(try book.status(of: circle[1].identity.bytes)?.trust == .changed)
        #expect(
            try book.status(of: circle[0].identity.bytes)
                == ContactStatus(trust: .changed, isRevoked: true)
        )
    }

    @Test func `an identity that was removed hands on what holds for the one before it`() throws {
        try follow(successions)
        try book.remove(identity: chain[0].identity)
        try book.remove(identity: chain[1].identity)
        #expect(try book.revoke(.of(chain[0])) == .unknownSender)
        #expect(try trusts() == [nil, nil, .changed, .changed])
    }

    // MARK: - Persons

    @Test(arguments: [false, true])
    func `a verified identity stays so, and ends the walk`(_ isRevoked: Bool) throws {
        try follow(successions)
        try verify(2)
        if isRevoked { try book.revoke(.of(chain[0])) } else { contradict(0) }
        #expect(
            try trusts() == [isRevoked ? .unverified : .changed, .changed, .verified, .unverified]
        )
        #expect(try isChangedSinceVerified(2))
        #expect(try !isChangedSinceVerified(3))
        try book.setPreview(.hidden, of: chain[2].identity)
        try book.setStatus(ContactStatus(trust: .verified), of: chain[2].identity)
        #expect(try isChangedSinceVerified(2))
        try verify(2)
        #expect(try !isChangedSinceVerified(2))
    }

    @Test func `a verified identity stays so when one that is changed names it its successor`()
        throws
    {
        try book.add(name: "Third", identity: chain[2].identity)
        try verify(2)
        try follow([successions[2], successions[0]])
        try book.revoke(.of(chain[0]))
        try book.follow(successions[1])
        #expect(try trusts() == [.unverified, .changed, .verified, .unverified])
        #expect(try isChangedSinceVerified(2))
    }

    @Test func `a verified identity whose own successions contradict each other is changed`() throws
    {
        try follow(successions)
        try verify(1)
        contradict(1)
        #expect(try trusts() == [.unverified, .changed, .changed, .changed])
    }

    @Test func `who is verified after a statement was kept stays so, whatever is applied again`()
        throws
    {
        try follow(successions)
        try book.revoke(.of(chain[0]))
        contradict(1)
        for position in 1...3 { try verify(position) }
        #expect(try book.revoke(.of(chain[0])) == .unchanged)
        contradict(1)
        #expect(try book.follow(successions[2]) == .unchanged)
        #expect(try trusts() == [.unverified, .verified, .verified, .verified])
        for position in 1...3 { #expect(try !isChangedSinceVerified(position)) }
    }

    @Test func `a blocked identity stays so, hands on the change, and is changed once unblocked`()
        throws
    {
        try follow(successions)
        try verify(2)
        try book.block(chain[2].identity)
        try book.revoke(.of(chain[0]))
        #expect(try trusts() == [.unverified, .changed, .blocked, .changed])
        try book.unblock(chain[2].identity)
        #expect(try trusts() == [.unverified, .changed, .changed, .changed])
    }

    @Test func `a verified identity with a warning is changed after a block`()
        throws
    {
        try follow(successions)
        try verify(2)
        try book.revoke(.of(chain[0]))
        try book.block(chain[2].identity)
        try book.unblock(chain[2].identity)
        #expect(try trusts()[2] == .changed)
    }

    @Test func `a blocked identity blocks all that descend from it once it is followed`() throws {
        try book.add(name: "Third", identity: chain[2].identity)
        try follow([successions[2], successions[0]])
        try verify(2)
        try book.block(chain[1].identity)
        #expect(try trusts() == [.unverified, .blocked, .verified, .unverified])
        try book.follow(successions[1])
        #expect(try trusts() == [.unverified, .blocked, .blocked, .blocked])
    }

    @Test func `a contact that is imported as blocked is changed if its successions contradict`()
        throws
    {
        let sender = SenderKeys()
        #expect(try book.follow(.from(sender, to: other)) == .unknownSender)
        #expect(throws: ContactError.successionConflict) {
            try book.follow(.from(sender, to: chain[1]))
        }
        let entry = ContactEntry(name: "Eve", identity: sender.identity, trust: .blocked)
        _ = try book.add([entry])
        #expect(try book.status(of: sender.identity.bytes)?.trust == .blocked)
        try book.unblock(sender.identity)
        #expect(try book.status(of: sender.identity.bytes)?.trust == .changed)
    }

    // MARK: - Long chains

    @Test func `a chain of 300 is changed to its end, also by runs that were killed`() throws {
        var last = chain[0]
        var descendants: [SenderIdentity] = []
        for _ in 0..<300 {
            let next = SenderKeys()
            try book.follow(.from(last, to: next))
            descendants.append(next.identity)
            last = next
        }
        for changes in [0, 1, 2, 50, 400] {
            contacts.files.die(afterChanges: changes)
            #expect(throws: ContactError.self) { try book.revoke(.of(chain[0])) }
            contacts.files.die(afterChanges: .max)
            #expect(try !book.isRevoked(chain[0].identity.bytes))
        }
        #expect(try book.revoke(.of(chain[0])) == .revoked)
        for identity in descendants {
            #expect(try book.status(of: identity.bytes)?.trust == .changed)
        }
    }
}

/// A statement of a sender, as it comes.
private enum Notice {
    case succession(SenderIdentity.Succession)
    case revocation(SenderIdentity.Revocation)

    /// Applies it and says whether it was a succession that was followed now.
    func apply(to book: ContactBook) throws -> Bool {
        do throws(ContactError) {
            switch self {
            case .succession(let statement): return try book.follow(statement) == .followed
            case .revocation(let statement):
                try book.revoke(statement)
                return false
            }
        } catch .successionConflict, .identityRevoked {
            return false
        }
    }
}

private func permutations<Element>(of elements: [Element]) -> [[Element]] {
    guard !elements.isEmpty else { return [[]] }
    return elements.indices.flatMap { index in
        var rest = elements
        let first = rest.remove(at: index)
        return permutations(of: rest).map { [first] + $0 }
    }
}

/// Some identities, what a person decided about them first, and statements about them; and what has
/// to come of it.
private struct StatementGraph {
    typealias Edge = SIMD2<Int>

    let identities = (0..<6).map { _ in SenderKeys() }
    /// What a person decided; those that are not in it are no contacts.
    var decided: [Int: ContactStatus.Trust] = [:]
    var edges: [Edge] = []
    var revoked: Set<Int> = []

    init(using random: inout SeededGenerator) {
        let special: ContactStatus.Trust = Bool.random(using: &random) ? .verified : .blocked
        func any() -> Int { Int.random(in: 0..<identities.count, using: &random) }
        for _ in 0..<4 { decided[any()] = Bool.random(using: &random) ? special : .unverified }
        for _ in 0..<6 {
            let edge = Edge(any(), any())
            if edge.x != edge.y, !edges.contains(edge) { edges.append(edge) }
        }
        for _ in 0..<2 where Bool.random(using: &random) { revoked.insert(any()) }
    }

    /// Applies all twice, each time in an order of its own, and gives which successions were
    /// followed.
    func apply(
        to book: ContactBook,
        using random: inout SeededGenerator
    ) throws -> Set<Edge> {
        for (index, trust) in decided {
            try book.add(name: "\(index)", identity: identities[index].identity)
            try book.setStatus(ContactStatus(trust: trust), of: identities[index].identity)
        }
        let statements: [(Edge?, Notice)] =
            edges.map { ($0, .succession(.from(identities[$0.x], to: identities[$0.y]))) }
            + revoked.sorted().map { (nil, .revocation(.of(identities[$0]))) }
        var followed: Set<Edge> = []
        for _ in 0..<2 {
            for (edge, statement) in statements.shuffled(using: &random) {
                if try statement.apply(to: book), let edge { followed.insert(edge) }
            }
        }
        return followed
    }

    private var contradicted: Set<Int> {
        Set(identities.indices.filter { index in edges.count { $0.x == index } > 1 })
    }

    private func blocked(following followed: Set<Edge>) -> Set<Int> {
        reached(from: Set(decided.keys.filter { decided[$0] == .blocked }), by: followed)
    }

    /// Whom something speaks against.
    func changed(following followed: Set<Edge>) -> Set<Int> {
        let excluded = Set(decided.keys.filter { decided[$0] == .verified }).subtracting(
            contradicted
        )
        let heard = followed.filter { !excluded.contains($0.y) }
        let successors = heard.filter { revoked.contains($0.x) }.map(\.y)
        return reached(from: contradicted.union(successors), by: heard)
    }

    func trusts(following followed: Set<Edge>) -> [ContactStatus.Trust?] {
        let (blocked, changed) = (blocked(following: followed), changed(following: followed))
        let contacts = Set(decided.keys).union(followed.map(\.y))
        return identities.indices.map { index in
            guard contacts.contains(index) else { return nil }
            if blocked.contains(index) { return .blocked }
            if changed.contains(index) { return .changed }
            return decided[index] == .verified ? .verified : .unverified
        }
    }

    private func reached(from roots: Set<Int>, by edges: Set<Edge>) -> Set<Int> {
        var reached = roots
        while true {
            let more = edges.filter { reached.contains($0.x) && !reached.contains($0.y) }
            guard !more.isEmpty else { return reached }
            reached.formUnion(more.map(\.y))
        }
    }
}
