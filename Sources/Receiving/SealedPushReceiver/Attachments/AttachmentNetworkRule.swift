// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// How much one message may load over an expensive network, such as mobile data.
public enum AttachmentNetworkRule: Sendable, Hashable {
    /// The files may be fetched over any network.
    case anyNetwork
    /// Up to so many bytes of the message's files may be fetched over an expensive network.
    case expensiveUpTo(bytes: Int)

    /// How many bytes a message of an unverified contact may load over an expensive network: 1 MiB.
    public static let standardLimit = 1 << 20

    /// The rule for messages of a sender.
    ///
    /// - Parameters:
    ///   - standing: What the device decided about the sender; nil for no contact.
    ///   - limit: How many bytes are free to senders that are neither verified nor services, or
    ///     whose messages carry a warning; nil sets no limit.
    public init(for standing: ContactStanding?, limit: Int? = standardLimit) {
        let isTrusted =
            standing.map { !$0.needsCheck && ($0.trust == .verified || $0.kind == .service) }
            ?? false
        if isTrusted {
            self = .anyNetwork
        } else {
            self = limit.map { .expensiveUpTo(bytes: $0) } ?? .anyNetwork
        }
    }

    /// Whether an expensive network may be used once the message's files have `total` bytes.
    func allowsExpensiveNetwork(total: Int) -> Bool {
        switch self {
        case .anyNetwork: true
        case .expensiveUpTo(let limit): total <= limit
        }
    }
}
