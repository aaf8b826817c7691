// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCoding
package import SealedPushRelay
import SealedPushSidecar

/// The devices of a recipient, as a backend sets them: `{"subscriptions": [...]}`.
struct SubscriptionList {
    let subscriptions: [Subscription]

    /// Reads a request's body.
    ///
    /// - Throws: ``SubscriptionListError``.
    init(reading bytes: [UInt8]) throws(SubscriptionListError) {
        guard let values = (try? JSONDocument(reading: bytes).root)?["subscriptions"]?.elements
        else { throw .notAList }
        guard !values.isEmpty else { throw .empty }
        guard values.count <= SidecarDatabase.subscriptionLimit else { throw .tooMany }
        var devices: Set<DeviceIdentity> = []
        var subscriptions: [Subscription] = []
        for (index, value) in values.enumerated() {
            let subscription: Subscription
            do throws(SubscriptionError) {
                subscription = try Subscription(reading: Array(value.bytes))
            } catch {
                throw .unreadable(index, error)
            }
            guard EndpointURL(subscription.endpoint) != nil else {
                throw .unreadable(index, .noEndpoint)
            }
            guard devices.insert(subscription.identity).inserted else { throw .repeated(index) }
            subscriptions.append(subscription)
        }
        self.subscriptions = subscriptions
    }
}

/// Why a list of subscriptions is refused; none holds a part of it.
package enum SubscriptionListError: Error, Hashable {
    /// The body is no object with a list.
    case notAList
    /// The list is empty.
    case empty
    /// The list has more devices than a recipient may have.
    case tooMany
    /// A subscription, by its place from 0, is not as an app gives it.
    case unreadable(Int, SubscriptionError)
    /// The device of a subscription, by its place from 0, has an earlier one in the list.
    case repeated(Int)

    /// What is wrong and what to do, in one sentence.
    var detail: String {
        switch self {
        case .notAList:
            "The body has to be a JSON object with a list: {\"subscriptions\": [...]}."
        case .empty: "'subscriptions' is empty; DELETE takes a recipient and its devices away."
        case .tooMany:
            "'subscriptions' has more than \(SidecarDatabase.subscriptionLimit) devices."
        case .unreadable(let index, let error): "subscriptions[\(index)] \(Self.words(error))."
        case .repeated(let index):
            "subscriptions[\(index)] is the same device as an earlier one; name each device once."
        }
    }

    private static func words(_ error: SubscriptionError) -> String {
        switch error {
        case .tooLong: "has more than \(Subscription.byteLimit) bytes"
        case .notAnObject: "is no JSON object, as the app gives it"
        case .noEndpoint: "has no 'endpoint' that is a URL of a relay, as the app gives it"
        case .noIdentity: "has no 'identity' that is a device's, as the app gives it"
        case .wrongKey: "has a 'vapid' that is no key, a point of P-256 in base64url"
        }
    }
}
