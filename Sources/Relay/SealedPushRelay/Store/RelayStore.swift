// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// Where a relay keeps its devices, endpoints and messages: a database.
///
/// A method is one transaction, durable when it returns; ``sweep(lapsedBefore:expiredBefore:)``
/// alone is several. After an error it is unknown whether it was written; every method may be
/// called again with the same arguments. The time is the database's own, so that several servers
/// agree.
///
/// A store decides nothing: it reads values, lets them decide, and writes them back.
/// `SealedPushRelayTesting` has a model of what each method does, and holds a store against it.
package protocol RelayStore: Sendable {
    // MARK: Devices

    /// Adds a device and what it has published, if its app hands out its prekeys through the relay.
    func add(_ device: RelayDevice, _ prekeys: PublishedPrekeys?) async throws(RelayStoreError)

    /// Adds a device that comes by an invitation, which ends with that.
    ///
    /// - Returns: Whether the device is there now: not if the invitation does not admit it.
    func register(
        _ device: RelayDevice,
        _ prekeys: PublishedPrekeys?,
        by invitation: Capability.Digest
    ) async throws(RelayStoreError) -> Bool

    /// Whether an invitation would admit a device of this app now.
    func admits(
        _ invitation: Capability.Digest,
        to app: AppEnvironment
    ) async throws(RelayStoreError) -> Bool

    /// How many devices wait for their activation.
    func pendingCount() async throws(RelayStoreError) -> Int

    /// Ends a device for good.
    func retire(_ id: DeviceID) async throws(RelayStoreError)

    /// Keeps the retirement of a device, which its senders are told; one of another identity is not
    /// kept, and of several the first stays.
    func keep(
        _ statement: DeviceIdentity.Retirement,
        of id: DeviceID
    ) async throws(RelayStoreError)

    /// The retirement of a device; nil if there is none.
    func retirement(of id: DeviceID) async throws(RelayStoreError) -> DeviceIdentity.Retirement?

    /// The device of this name, or nil.
    func device(_ id: DeviceID) async throws(RelayStoreError) -> RelayDevice?

    /// Changes a device, and whatever follows from that (``DeviceConsequences``).
    ///
    /// - Returns: What `body` returns; nil if there is no such device.
    func change<Result: Sendable>(
        _ id: DeviceID,
        _ body: @escaping @Sendable (inout RelayDevice, Timestamp) -> Result
    ) async throws(RelayStoreError) -> Result?

    /// Lets the token serve to which the code of an answer was pushed, and changes the devices that
    /// lose it by that (``TokenTakeover``).
    ///
    /// - Returns: The codes that are to be pushed now; nil if there is no such device.
    func activate(
        _ id: DeviceID,
        by answer: ActivationAnswer
    ) async throws(RelayStoreError) -> Result<[TokenRecall], ActivationError>?

    // MARK: Endpoints

    /// Adds an endpoint to a device that takes messages.
    ///
    /// - Returns: Whether it is there now; none is added beyond ``RelayLimits/endpointsPerDevice``.
    func add(_ endpoint: Endpoint) async throws(RelayStoreError) -> Bool

    /// What requests of senders find, one for each, all at one moment; nil where there is no such
    /// endpoint.
    func destinations(
        of requests: [Destination.Request]
    ) async throws(RelayStoreError) -> [Destination?]

    /// The endpoints of a device that are not revoked, in the order of their names.
    func endpoints(of device: DeviceID) async throws(RelayStoreError) -> [Endpoint]

    /// Ends an endpoint of a device, and deletes its messages.
    func revoke(_ endpoint: EndpointID, of device: DeviceID) async throws(RelayStoreError)

    // MARK: Publishers

    /// Adds an invitation, which admits one device until it ends.
    func add(_ invitation: Invitation) async throws(RelayStoreError)

    /// Adds an API key, or replaces the one of this name.
    func add(_ key: APIKey) async throws(RelayStoreError)

    /// Deletes the API key of this name, and says whether there was one.
    func removeAPIKey(_ name: String) async throws(RelayStoreError) -> Bool

    /// The API key of this digest, or nil.
    func apiKey(_ digest: Capability.Digest) async throws(RelayStoreError) -> APIKey?

    /// The API keys in the order of their names.
    func apiKeys() async throws(RelayStoreError) -> [APIKey]

    // MARK: Prekeys

    /// What a device has published; nil if there is no such device, or it publishes elsewhere.
    func published(of device: DeviceID) async throws(RelayStoreError) -> PublishedPrekeys?

    /// Changes what a device has published; its stock is deleted if it holds a prekey that is
    /// revoked by that.
    ///
    /// - Returns: What `body` returns; nil if there is no such device, or it publishes elsewhere.
    func changePrekeys<Result: Sendable>(
        of device: DeviceID,
        _ body: @escaping @Sendable (inout PublishedPrekeys, Timestamp) -> Result
    ) async throws(RelayStoreError) -> Result?

    /// Replaces a device's one-time prekeys; nil leaves none.
    func replaceStock(of device: DeviceID, by stock: PrekeyStock?) async throws(RelayStoreError)

    /// Gives out a one-time prekey to an endpoint, or nil if none is left or the endpoint had its
    /// share of today.
    func claim(for endpoint: EndpointID) async throws(RelayStoreError) -> PrekeyStock.Claim?

    /// How many one-time prekeys a device is asked to keep.
    func wantedStock(of device: DeviceID) async throws(RelayStoreError) -> Int

    // MARK: Messages

    /// A range of names for messages that no other caller gets.
    func reserveIDs() async throws(RelayStoreError) -> ClosedRange<Int64>

    /// Takes messages, one after the other.
    func accept(_ submissions: [Submission]) async throws(RelayStoreError) -> [Acceptance]

    /// When a message expires that was not settled yet; nil if it was, or has one attempt.
    func expiry(of id: OutboxID) async throws(RelayStoreError) -> Timestamp?

    /// Deletes a message that no worker holds.
    func withdraw(_ id: OutboxID) async throws(RelayStoreError)

    // MARK: Workers

    /// Begins the heartbeat of a worker.
    func enroll(_ worker: WorkerID) async throws(RelayStoreError)

    /// Renews the heartbeat of a worker, and returns to the queue what it holds no more.
    ///
    /// - Parameters:
    ///   - worker: Its name.
    ///   - held: The messages that it has in memory.
    /// - Returns: Whether its leases still held; not if a sweep has given it up.
    /// - Throws: ``RelayStoreError``.
    func renew(_ worker: WorkerID, holding held: Set<OutboxID>) async throws(RelayStoreError)
        -> Bool

    /// Ends the heartbeat of a worker, and returns to the queue what it holds, except messages with
    /// one attempt.
    func leave(_ worker: WorkerID) async throws(RelayStoreError)

    /// The partitions that hold a message whose time has come, without those whose lane is paused.
    ///
    /// It may name one from which nothing can be leased: each of its messages has expired, or waits
    /// for a leased one that it replaces.
    func due() async throws(RelayStoreError) -> Set<OutboxPartition>

    /// Gives messages to a worker that no sweep has given up; nothing to any other.
    func lease(_ request: LeaseRequest) async throws(RelayStoreError) -> [Lease]

    /// Writes down what became of leased messages, one after the other; of each message once, as a
    /// worker that the sweep has given up leases nothing again.
    func settle(_ attempts: [Attempt], by worker: WorkerID) async throws(RelayStoreError)

    /// The lanes that there are, and their pauses.
    func lanes() async throws(RelayStoreError) -> [LaneID: (app: AppEnvironment, lane: Lane)]

    /// Opens a lane that an operator has mended, or has paused.
    func openLane(_ id: LaneID) async throws(RelayStoreError)

    /// Pauses a lane until an operator opens it.
    func pauseLane(_ id: LaneID) async throws(RelayStoreError)

    // MARK: Upkeep

    /// Returns the messages of dead workers to the queue, moves messages whose device has become
    /// usable or is to be probed, and takes expired ones out of the workers' way for
    /// ``QueuedMessage/expiredWait``. Any server calls it once a minute.
    ///
    /// - Parameters:
    ///   - lapsed: The database's time, if it has been right for as long as a lease holds
    ///     (``LapseSweep``). A worker whose heartbeat has ended by then is dead. If it is nil, none
    ///     is.
    ///   - expired: A moment that has passed for certain (``ExpirySweep``). What expired before it
    ///     is deleted: messages, the terms of devices, what is remembered for a time; a device that
    ///     was doubtful for a day by then is probed. If it is nil, nothing is.
    /// - Throws: ``RelayStoreError``.
    func sweep(
        lapsedBefore lapsed: Timestamp?,
        expiredBefore expired: Timestamp?
    ) async throws(RelayStoreError)

    /// The next devices in the order of their names.
    func devices(
        after last: DeviceID?,
        limit: Int
    ) async throws(RelayStoreError) -> [DeviceID]

    /// The next dead letters in the order of their messages.
    func deadLetters(
        after last: OutboxID?,
        limit: Int
    ) async throws(RelayStoreError) -> [DeadLetter]

    /// Deletes dead letters, and says how many of them there were.
    func removeDeadLetters(_ ids: [OutboxID]) async throws(RelayStoreError) -> Int

    /// How many messages each lane has that has any, of all devices or of one.
    func outbox(of device: DeviceID?) async throws(RelayStoreError) -> [LaneID: OutboxCount]

    /// Uses up one name of a message, so that it is known whether the database takes writes.
    func touch() async throws(RelayStoreError)

    /// The database's time.
    func now() async throws(RelayStoreError) -> Timestamp
}

/// Why a store did not do what it was asked; none holds a value of a row.
package enum RelayStoreError: Error, Hashable {
    /// The database cannot be reached, or is locked: it may work later.
    case unavailable
    /// The disk of the database is full: it works once there is room.
    case diskFull
    /// Another server process works on the database, which only one may do (SQLite).
    case inUse
    /// A server makes the tables at present, or has to change them first: it works after that.
    case notReady
    /// The database is another program's, or of another version of this one; a sidecar's also if
    /// it is another sender's or app's.
    case foreign
    /// What a row holds cannot be read.
    case damaged
}
