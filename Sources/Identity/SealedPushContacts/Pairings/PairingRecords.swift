// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// A step of a pairing, as a record that is created once and then only removed.
///
/// Steps that concern messages are found by what a message has, and say all by being there: so the
/// extension looks at one name, and makes another.
enum PairingStep {
    /// `1 | link's digest`: a person has agreed to a link.
    case agreement([UInt8])
    /// `2 | link's digest`: the endpoint for the sender.
    case endpoint([UInt8])
    /// `3 | link's digest`: the contact is there, or about to be, under a name.
    case contact([UInt8])
    /// `4 | link's digest`: the box with the answer.
    case box([UInt8])
    /// `5 | sender | answer hash`: a message with this hash is awaited.
    case awaited([UInt8], AnswerHash)
    /// `6 | sender | answer hash`: it came.
    case paired([UInt8], AnswerHash)
    /// `7 | link's digest`: it is paired, and the contact is verified, if it had to be.
    case settled([UInt8])
    /// `8 | link's digest`: the endpoint is to be ended; it stays until the link is over, so that
    /// the link is not answered a second time.
    case ended([UInt8])
    /// `9 | link's digest | sender`: the identity that was taken as the sender's successor.
    case successor([UInt8], [UInt8])
    /// `10 | link's digest`: the record of the candidate that the contact was before.
    case candidate([UInt8])

    /// The first byte of the id of an agreement.
    static let firstOfAgreement: UInt8 = 1
    /// The first byte of the id of a message that is awaited.
    static let firstOfAwaited: UInt8 = 5
    /// The first byte of the id of an end.
    static let firstOfEnded: UInt8 = 8
    /// The first byte of the id of a message that came.
    static let firstOfPaired: UInt8 = 6

    var id: [UInt8] {
        switch self {
        case .agreement(let link): [Self.firstOfAgreement] + link
        case .endpoint(let link): [2] + link
        case .contact(let link): [3] + link
        case .box(let link): [4] + link
        case .awaited(let sender, let hash): [Self.firstOfAwaited] + sender + hash.bytes
        case .paired(let sender, let hash): [Self.firstOfPaired] + sender + hash.bytes
        case .settled(let link): [7] + link
        case .ended(let link): [Self.firstOfEnded] + link
        case .successor(let link, let sender): [9] + link + sender
        case .candidate(let link): [10] + link
        }
    }
}

private let version: UInt8 = 1

/// `version | source | order u32 | agreed u64 | length u8 | name | link`: a link to which a person
/// has agreed.
///
/// The order rises with each agreement of the store, whatever the clock says.
struct AgreementRecord {
    let link: PairingLink
    let name: String
    let order: UInt32
    let agreed: Timestamp

    private static let headCount = 15

    var bytes: [UInt8] {
        var bytes = [version, link.source == .camera ? 1 : 0]
        bytes.append(bigEndian: order)
        bytes.append(bigEndian: agreed.milliseconds)
        return bytes + [UInt8(name.utf8.count)] + name.utf8 + link.bytes
    }
}

extension AgreementRecord {
    /// Reads the record, or gives nil for one that we would not have written.
    init?(reading bytes: Span<UInt8>) {
        guard bytes.count > Self.headCount, bytes[0] == version, bytes[1] <= 1,
            let agreed = Timestamp(milliseconds: bytes.bigEndian(UInt64.self, at: 6)),
            case let end = Self.headCount + Int(bytes[Self.headCount - 1]), bytes.count > end,
            let name = String(
                validating: [UInt8](copying: bytes.extracting(Self.headCount..<end)),
                as: UTF8.self
            ),
            let link = try? PairingLink(
                reading: bytes.extracting(droppingFirst: end),
                from: bytes[1] == 1 ? .camera : .system
            )
        else { return nil }
        self.init(
            link: link,
            name: name,
            order: bytes.bigEndian(UInt32.self, at: 2),
            agreed: agreed
        )
    }
}

/// `version | length u8 | id | length u8 | device | url`: an endpoint, of which the URL is a
/// secret.
struct PairingEndpointRecord {
    let id: String
    /// The device's name at the relay.
    let device: String
    let url: String

    init(_ endpoint: StoredPairing.Endpoint) {
        (id, device, url) = (endpoint.id, endpoint.device, endpoint.url)
    }

    init?(reading bytes: [UInt8]) {
        guard bytes.first == version, let (id, rest) = Self.text(of: bytes[1...]),
            let (device, rest) = Self.text(of: rest), !rest.isEmpty,
            let url = String(validating: rest, as: UTF8.self)
        else { return nil }
        (self.id, self.device, self.url) = (id, device, url)
    }

    var bytes: [UInt8] {
        [version] + [id, device].flatMap { [UInt8($0.utf8.count)] + $0.utf8 } + url.utf8
    }

    var endpoint: StoredPairing.Endpoint { .init(id: id, device: device, url: url) }

    /// A text behind a byte with its length, and what follows it.
    private static func text(
        of bytes: ArraySlice<UInt8>
    ) -> (text: String, rest: ArraySlice<UInt8>)? {
        guard let count = bytes.first, bytes.count > Int(count),
            case let rest = bytes.dropFirst(),
            let text = String(validating: rest.prefix(Int(count)), as: UTF8.self)
        else { return nil }
        return (text, rest.dropFirst(Int(count)))
    }
}

/// `version | made u8 | source u8 | name`: whether the pairing made its contact, under which name,
/// and how the link came that a person had agreed to by then.
struct PairingContactRecord {
    let isMade: Bool
    let source: PairingLink.Source
    let name: String

    init(isMade: Bool, source: PairingLink.Source, name: String) {
        (self.isMade, self.source, self.name) = (isMade, source, name)
    }

    init?(reading bytes: [UInt8]) {
        guard bytes.count > 3, bytes[0] == version, bytes[1] <= 1, bytes[2] <= 1,
            let name = String(validating: bytes[3...], as: UTF8.self)
        else { return nil }
        isMade = bytes[1] == 1
        source = bytes[2] == 1 ? .camera : .system
        self.name = name
    }

    var bytes: [UInt8] { [version, isMade ? 1 : 0, source == .camera ? 1 : 0] + name.utf8 }
}

/// `version | end u64`: the end of a pairing's link.
struct PairingEndRecord {
    let end: Timestamp

    init(end: Timestamp) { self.end = end }

    init?(reading bytes: [UInt8]) {
        guard bytes.count == 9, bytes[0] == version,
            let end = Timestamp(milliseconds: bytes.span.bigEndian(UInt64.self, at: 1))
        else { return nil }
        self.end = end
    }

    var bytes: [UInt8] {
        var bytes = [version]
        bytes.append(bigEndian: end.milliseconds)
        return bytes
    }
}

/// `version | kept u64 | answer hash | box`: a box, whose bytes never change.
struct PairingBoxRecord {
    let kept: Timestamp
    let hash: AnswerHash
    let box: DropBox

    private static let headCount = 9 + AnswerHash.count

    init(kept: Timestamp, hash: AnswerHash, box: DropBox) {
        (self.kept, self.hash, self.box) = (kept, hash, box)
    }

    init?(reading bytes: [UInt8]) {
        guard bytes.count > Self.headCount, bytes[0] == version,
            let kept = Timestamp(milliseconds: bytes.span.bigEndian(UInt64.self, at: 1)),
            let hash = AnswerHash(Array(bytes[9..<Self.headCount])),
            let box = try? DropBox(reading: Array(bytes[Self.headCount...]).span)
        else { return nil }
        self.init(kept: kept, hash: hash, box: box)
    }

    var bytes: [UInt8] {
        var bytes = [version]
        bytes.append(bigEndian: kept.milliseconds)
        return bytes + hash.bytes + box.bytes
    }
}
