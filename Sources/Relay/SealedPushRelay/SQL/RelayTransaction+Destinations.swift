// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import ServerStore

extension RelayTransaction {
    /// Finds what senders ask for.
    ///
    /// - Parameter asked: A table of the columns `number`, `digest`, `prekey` and `hash`; the last
    ///   two are empty for a request without a message.
    /// - Returns: The query.
    package static func destinations(_ asked: String) -> String {
        """
        SELECT asked.number, endpoint.*, device.app, device.environment, device.state, device.since,
            published.ids,
            (SELECT TRUE FROM recent
                WHERE recent.endpoint = endpoint.id AND recent.body_hash = asked.hash) IS NOT NULL AS known,
            (SELECT TRUE FROM claim
                WHERE claim.device = endpoint.device AND claim.endpoint = endpoint.id
                    AND claim.prekey = asked.prekey LIMIT 1) IS NOT NULL AS claimed
        FROM \(asked) JOIN endpoint ON endpoint.digest = asked.digest
            JOIN device ON device.id = endpoint.device
            LEFT JOIN published ON published.device = endpoint.device
        """
    }
}

extension Destination.Request {
    /// The columns of ``RelayTransaction/destinations(_:)``, without the number.
    package var columns: (digest: [UInt8], prekey: [UInt8], hash: [UInt8]) {
        (digest.bytes, message?.prekey.bytes ?? [], message?.hash.bytes ?? [])
    }
}

extension Destination {
    /// Reads a row of ``RelayTransaction/destinations(_:)``.
    package init(_ row: SQLRow, for request: Request, at now: Timestamp) throws {
        let endpoint = try Endpoint(row)
        let state = try DeviceState(word: row.value("state"), since: row.value("since"))
        let published: [UInt8]? = try row.value("ids")
        let rule = try published.map { PrekeyRule.published(try PublishedPrekeys.ids($0)) }
        let (isKnown, isClaimed): (Bool, Bool) = (try row.value("known"), try row.value("claimed"))
        self.init(
            endpoint: endpoint,
            app: try AppEnvironment(row),
            reach: endpoint.reach(of: state, at: now),
            takesMessage: request.message.map { message in
                isKnown
                    || (rule ?? .elsewhere).accepts(message.prekey, isClaimed: isClaimed, at: now)
            } ?? false,
            time: now
        )
    }
}
