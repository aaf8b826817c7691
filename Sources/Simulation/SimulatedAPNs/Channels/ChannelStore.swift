// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs

/// The channels of all apps.
struct ChannelStore {
    private var apps: [String: [String: APNsChannel.Storage]] = [:]

    /// The ids of an app's channels, in order.
    func ids(of app: String) -> [String] { (apps[app] ?? [:]).keys.sorted() }

    /// What a channel stores; nil where there is none.
    func storage(of channel: String, of app: String) -> APNsChannel.Storage? {
        apps[app]?[channel]
    }

    /// Makes a channel, and says whether there was room for it.
    mutating func add(
        _ channel: String,
        storing storage: APNsChannel.Storage,
        to app: String
    ) -> Bool {
        guard (apps[app]?.count ?? 0) < APNsChannel.countLimit else { return false }
        apps[app, default: [:]][channel] = storage
        return true
    }

    /// Deletes a channel.
    mutating func remove(_ channel: String, of app: String) {
        apps[app]?[channel] = nil
    }
}
