// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore

extension ContactBook {
    /// Every contact: each identity by its own name, and each of its codes by that code's name.
    ///
    /// An identity that has no name at all is listed once, without one.
    ///
    /// - Throws: ``ContactError/store(_:)`` where there is nothing to list from.
    public func list() throws(ContactError) -> ContactListing {
        let listing = try records()
        var failures = listing.failures.map(ContactError.store)
        var identities: [[UInt8]: IdentityRecord] = [:]
        var codes: [[UInt8]: [(code: String, name: String)]] = [:]
        var avatars: [[UInt8]: String] = [:]
        for record in listing.records {
            switch ContactRecordID(reading: record.id) {
            case .identity(let identity):
                guard let known = IdentityRecord(reading: record.contents) else { break }
                identities[identity] = known
                continue
            case .name(let identity, let code):
                guard let named = NameRecord(reading: record.contents) else { break }
                codes[identity, default: []].append((code, named.name))
                continue
            case .code:
                guard CodeRecord(reading: record.contents) != nil else { break }
                continue
            case .avatar(let identity):
                guard let avatar = AvatarRecord(reading: record.contents) else { break }
                avatars[identity] = avatar.file
                continue
            case nil: break
            }
            failures.append(.store(.corrupted))
        }
        var contacts: [Contact] = []
        for (bytes, record) in identities {
            do throws(ContactError) {
                contacts += try Self.contacts(
                    bytes,
                    record,
                    avatar: avatars[bytes],
                    codes: codes[bytes] ?? []
                )
            } catch {
                failures.append(error)
            }
        }
        return ContactListing(contacts: contacts.sorted(by: Self.isBefore), failures: failures)
    }

    func records() throws(ContactError) -> RecordListing {
        do throws(StoreError) {
            return try store.list(.contacts)
        } catch {
            throw .store(error)
        }
    }

    private static func contacts(
        _ bytes: [UInt8],
        _ record: IdentityRecord,
        avatar: String?,
        codes: [(code: String, name: String)]
    ) throws(ContactError) -> [Contact] {
        let identity = try SenderIdentity(stored: bytes)
        var names: [(code: String?, name: String?)] = codes.map { ($0.code, $0.name) }
        if record.name != nil || codes.isEmpty { names.append((nil, record.name)) }
        return names.map { code, name in
            Contact(
                name: name,
                identity: identity,
                code: code,
                standing: record.standing,
                avatar: avatar
            )
        }
    }

    private static func isBefore(_ first: Contact, _ second: Contact) -> Bool {
        let keys = [first, second].map { contact in
            [Array((contact.name ?? "").utf8), Array((contact.code ?? "").utf8)]
                + [contact.identity.bytes]
        }
        for (first, second) in zip(keys[0], keys[1]) where first != second {
            return first.lexicographicallyPrecedes(second)
        }
        return false
    }
}
