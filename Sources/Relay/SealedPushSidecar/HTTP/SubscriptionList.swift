// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCoding

/// The devices of a recipient, as a backend sets them: `{"subscriptions": [...]}`.
struct SubscriptionList {
    let subscriptions: [DeviceIdentity.Subscription]

    /// Reads a request's body, for a recipient.
    ///
    /// - Throws: ``SubscriptionListError``.
    init(
        reading bytes: [UInt8],
        of recipient: RecipientCode,
        by rule: SubscriptionRule,
        _ policy: RelayPolicy
    ) throws(SubscriptionListError) {
        guard let members = (try? JSONDocument(reading: bytes).root)?.members, members.count == 1,
            members[0].key == "subscriptions", let values = members[0].value.elements
        else { throw .notAList }
        guard !values.isEmpty else { throw .empty }
        guard values.count <= SidecarDatabase.deviceLimit else { throw .tooMany }
        var texts: [String] = []
        for (place, value) in values.enumerated() {
            guard let text = value.string else { throw .notAText(place) }
            texts.append(text)
        }
        do throws(SubscriptionError) {
            subscriptions = try rule.read(texts, of: recipient.text)
        } catch {
            throw .refused(error)
        }
        for subscription in subscriptions {
            guard let refusal = policy.refusal(of: subscription.origin) else { continue }
            throw .notAsked(texts.lastIndex(of: subscription.text) ?? 0, refusal)
        }
    }
}

/// Why a list of subscriptions is refused; none holds a part of it.
enum SubscriptionListError: Error, Hashable {
    /// The body is no object with a list.
    case notAList
    /// The list is empty.
    case empty
    /// The list has more devices than a recipient may have.
    case tooMany
    /// An entry, by its place from 0, is no text.
    case notAText(Int)
    /// A subscription is not one of this sender and recipient.
    case refused(SubscriptionError)
    /// The relay of a subscription, by its place from 0, is never asked.
    case notAsked(Int, RelayRefusal)

    /// What is wrong and what to do, in one sentence.
    var detail: String {
        switch self {
        case .notAList:
            "The body has to be a JSON object with a list alone: {\"subscriptions\": [...]}."
        case .empty: "'subscriptions' is empty; DELETE takes a recipient and its devices away."
        case .tooMany:
            "'subscriptions' has more than \(SidecarDatabase.deviceLimit) devices."
        case .notAText(let place):
            "subscriptions[\(place)] is no text, as the device has signed it (malformed)."
        case .refused(let error):
            "subscriptions[\(error.place)]: \(error.reason.message) (\(error.reason.name))."
        case .notAsked(let place, let refusal):
            "subscriptions[\(place)]: its relay \(refusal.message) (\(refusal))."
        }
    }
}
