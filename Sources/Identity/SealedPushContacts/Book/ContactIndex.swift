// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore

/// All records of contacts, put together by identity.
struct ContactIndex {
    private var identities: [[UInt8]: IdentityRecord] = [:]
    private var names: [[UInt8]: [(code: String, name: String)]] = [:]
    private var avatars: [[UInt8]: String] = [:]
    /// Whom each code is known under.
    private var owners: [[UInt8]: [UInt8]] = [:]
    private var candidates: [[UInt8]: CandidateRecord] = [:]
    private var revoked: Set<[UInt8]> = []
    private var failures: [ContactError]

    // Asked of each contact and candidate: one with a damaged revocation counts as revoked.
    init(
        of listing: RecordListing,
        candidates: RecordListing,
        isRevoked: ([UInt8]) throws(ContactError) -> Bool
    ) throws(ContactError) {
        failures = (listing.failures + candidates.failures).map(ContactError.store)
        for record in listing.records where !take(record) {
            failures.append(.store(.corrupted))
        }
        for record in candidates.records {
            if let candidate = CandidateRecord(reading: record.contents) {
                self.candidates[record.id] = candidate
            } else {
                failures.append(.store(.corrupted))
            }
        }
        for identity in Set(identities.keys).union(self.candidates.keys) {
            do throws(ContactError) {
                if try isRevoked(identity) { revoked.insert(identity) }
            } catch .store(.corrupted) {
                revoked.insert(identity)
                failures.append(.store(.corrupted))
            }
        }
    }

    /// Says whether it is a record that we would have written.
    private mutating func take(_ record: RecordListing.Record) -> Bool {
        switch ContactRecordID(reading: record.id) {
        case .identity(let identity):
            guard let known = IdentityRecord(reading: record.contents) else { return false }
            identities[identity] = known
        case .name(let identity, let code):
            guard let named = NameRecord(reading: record.contents) else { return false }
            names[identity, default: []].append((code, named.name))
        case .code(let code):
            guard let known = CodeRecord(reading: record.contents) else { return false }
            owners[Array(code.utf8)] = known.identity
        case .avatar(let identity):
            guard let avatar = AvatarRecord(reading: record.contents) else { return false }
            avatars[identity] = avatar.file
        case .candidate, .revocation, nil: return false
        }
        return true
    }

    /// The contacts in order, and what could not be read.
    var listing: ContactListing {
        var contacts: [Contact] = []
        var failures = failures
        for (bytes, record) in identities {
            do throws(ContactError) {
                contacts += try self.contacts(bytes, record)
            } catch {
                failures.append(error)
            }
        }
        var known: [ContactCandidate] = []
        for (bytes, candidate) in candidates where candidate.state != .removed {
            do throws(ContactError) {
                if let candidate = try self.candidate(bytes, candidate) { known.append(candidate) }
            } catch {
                failures.append(error)
            }
        }
        return ContactListing(
            contacts: contacts.sorted(by: Self.isBefore),
            candidates: known.sorted {
                ($0.contact.bytes + $0.identity.bytes)
                    .lexicographicallyPrecedes($1.contact.bytes + $1.identity.bytes)
            },
            failures: failures
        )
    }

    /// A candidate as it counts; nil for one that has become a contact or is gone.
    private func candidate(
        _ bytes: [UInt8],
        _ candidate: CandidateRecord
    ) throws(ContactError) -> ContactCandidate? {
        guard identities[bytes] == nil else { return nil }
        let contact = identities[candidate.contact]
        let isRevoked = revoked.contains(bytes)
        var status = ContactStatus(trust: .blocked, isRevoked: isRevoked, isCandidate: true)
        if candidate.state == .open {
            guard let contact, contact.successor == nil || contact.successor == bytes else {
                return nil
            }
            status = KnownSender(contact: candidate.contact, record: contact, isCandidate: true)
                .status(isRevoked: isRevoked)
        }
        return ContactCandidate(
            identity: try SenderIdentity(stored: bytes),
            contact: try SenderIdentity(stored: candidate.contact),
            status: status,
            name: contact?.name ?? names[candidate.contact]?.map(\.name).min()
        )
    }

    /// Whether the contact is whom its code is known under: after a succession an earlier identity
    /// is not.
    func isCurrent(_ contact: Contact) -> Bool {
        guard let code = contact.code, let owner = owners[Array(code.utf8)] else { return true }
        return owner == contact.identity.bytes
    }

    private func contacts(
        _ bytes: [UInt8],
        _ record: IdentityRecord
    ) throws(ContactError) -> [Contact] {
        let identity = try SenderIdentity(stored: bytes)
        var all: [(code: String?, name: String?)] = (names[bytes] ?? []).map { ($0.code, $0.name) }
        if record.name != nil || all.isEmpty { all.append((nil, record.name)) }
        let status = KnownSender(contact: bytes, record: record, isCandidate: false)
            .status(isRevoked: revoked.contains(bytes))
        var successor: SenderIdentity?
        if let bytes = record.successor { successor = try SenderIdentity(stored: bytes) }
        return all.map { code, name in
            Contact(
                name: name,
                identity: identity,
                code: code,
                status: status,
                successor: successor,
                avatar: avatars[bytes]
            )
        }
    }

    /// By name, then by code, then by identity, each by its bytes.
    private static func isBefore(_ first: Contact, _ second: Contact) -> Bool {
        let names = ((first.name ?? "").utf8, (second.name ?? "").utf8)
        guard names.0.elementsEqual(names.1) else {
            return names.0.lexicographicallyPrecedes(names.1)
        }
        let codes = ((first.code ?? "").utf8, (second.code ?? "").utf8)
        guard codes.0.elementsEqual(codes.1) else {
            return codes.0.lexicographicallyPrecedes(codes.1)
        }
        return first.identity.bytes.lexicographicallyPrecedes(second.identity.bytes)
    }
}
