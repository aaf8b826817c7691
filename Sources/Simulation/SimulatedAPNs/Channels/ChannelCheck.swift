// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import SealedPushCoding

/// Decides about a request about channels as APNs documents it: its id, the path, who sends it, and
/// then what it asks for.
struct ChannelCheck {
    private enum Act {
        case manage
        case list
        case broadcast
    }

    private let request: PushRequest
    private let act: Act
    private let app: String

    /// Takes a request; nil where its path is none of channels.
    init?(_ request: PushRequest) {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
        switch parts.count {
        case 5 where parts.starts(with: ["", "1", "apps"]) && parts[4] == "channels":
            act = .manage
            app = String(parts[3])
        case 5 where parts.starts(with: ["", "1", "apps"]) && parts[4] == "all-channels":
            act = .list
            app = String(parts[3])
        case 5 where parts.starts(with: ["", "4", "broadcasts", "apps"]):
            act = .broadcast
            app = String(parts[4])
        default: return nil
        }
        self.request = request
    }

    /// What the request is called; nil where the server is to find a name.
    var id: APNsID? {
        request["apns-request-id"].flatMap { text in
            APNsID(text).flatMap { $0.text == text ? $0 : nil }
        }
    }

    /// Does what is asked, or refuses it.
    ///
    /// - Parameters:
    ///   - id: What the request is called: ``id``, or the server's own.
    ///   - store: The channels.
    ///   - connection: What the connection has seen; it learns from the request.
    ///   - tokens: What the server has seen of provider tokens; it learns from the request.
    ///   - directory: What is known of keys.
    ///   - time: The present moment.
    ///   - names: What the ids of channels are made from.
    /// - Returns: The answer, and what was done.
    /// - Throws: Why it is refused.
    func answer(
        _ id: APNsID,
        _ store: inout ChannelStore,
        on connection: inout ConnectionRules,
        _ tokens: inout ProviderTokens,
        in directory: APNsDirectory,
        at time: ServerTime,
        naming names: inout SplitMix
    ) throws(PushRefusal) -> (answer: PushAnswer, act: ChannelAct) {
        guard request["apns-request-id"] == nil || self.id != nil else {
            throw PushRefusal(.badMessageID)
        }
        do throws(PushRefusal) {
            try connection.authenticate(
                request["authorization"],
                for: app,
                of: app,
                in: directory,
                &tokens,
                at: time
            )
        } catch {
            throw error.reason == .topicDisallowed ? PushRefusal(.topicMismatch) : error
        }
        switch (act, request.method) {
        case (.list, "GET"):
            let body = JSONWriter.object { object in
                object.array("channels") { list in
                    for id in store.ids(of: app) { list.add(id) }
                }
            }
            return (answer(200, id, body), .listed)
        case (.manage, "POST"): return try create(id, &store, naming: &names)
        case (.manage, "GET"):
            let (channel, storage) = try channel(in: store)
            let body = JSONWriter.object { object in
                object.add("message-storage-policy", storage.rawValue)
                object.add("push-type", "LiveActivity")
            }
            return (answer(200, id, body), .read(channel))
        case (.manage, "DELETE"):
            let (channel, _) = try channel(in: store)
            store.remove(channel.id, of: app)
            return (answer(204, id), .deleted(channel))
        case (.broadcast, "POST"):
            let further = PushAnswer.Field(
                name: "apns-unique-id",
                value: APNsID(using: &names).text
            )
            let push = try broadcast(in: store)
            return (answer(200, id, further: [further]), .broadcast(push))
        default: throw PushRefusal(.methodNotAllowed)
        }
    }

    private func create(
        _ id: APNsID,
        _ store: inout ChannelStore,
        naming names: inout SplitMix
    ) throws(PushRefusal) -> (answer: PushAnswer, act: ChannelAct) {
        guard let root = try? JSONDocument(reading: request.body).root, let members = root.members
        else { throw PushRefusal(.badRequestPayload) }
        for (key, _) in members where !["message-storage-policy", "push-type"].contains(key) {
            throw PushRefusal(.badRequestParams)
        }
        guard
            let storage = root["message-storage-policy"]?.integer.flatMap(APNsChannel.Storage.init)
        else { throw PushRefusal(.badRequestParams) }
        guard let type = root["push-type"]?.string else { throw PushRefusal(.missingPushType) }
        guard type == "LiveActivity" else { throw PushRefusal(.invalidPushType) }
        // 16 bytes of base64.
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let text = String((0..<21).map { _ in alphabet[Int.random(in: 0..<64, using: &names)] })
        guard let channel = try? APNsChannel(text + "A=="),
            store.add(channel.id, storing: storage, to: app)
        else { throw PushRefusal(.cannotCreateChannelConfig) }
        let further = [PushAnswer.Field(name: "apns-channel-id", value: channel.id)]
        return (answer(201, id, further: further), .created(channel))
    }

    private func broadcast(in store: ChannelStore) throws(PushRefusal) -> AcceptedBroadcast {
        let (channel, storage) = try channel(in: store)
        guard let type = request["apns-push-type"] else { throw PushRefusal(.missingPushType) }
        guard type.lowercased() == "liveactivity" else { throw PushRefusal(.invalidPushType) }
        guard let priority = request["apns-priority"].flatMap({ Int($0) }),
            [10, 5, 1].contains(priority)
        else { throw PushRefusal(.badPriority) }
        guard let text = request["apns-expiration"], !text.isEmpty,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let expiration = Int(text),
            expiration == 0 || storage == .latest
        else { throw PushRefusal(.badExpirationDate) }
        guard request.body.count <= APNsChannel.byteLimit else {
            throw PushRefusal(.payloadTooLarge)
        }
        guard !request.body.isEmpty else { throw PushRefusal(.payloadEmpty) }
        return AcceptedBroadcast(
            channel: channel,
            bundleID: app,
            priority: priority,
            expiration: expiration,
            payload: request.body
        )
    }

    private func channel(
        in store: ChannelStore
    ) throws(PushRefusal) -> (APNsChannel, APNsChannel.Storage) {
        guard let id = request["apns-channel-id"] else { throw PushRefusal(.missingChannelID) }
        guard let channel = try? APNsChannel(id) else { throw PushRefusal(.badChannelID) }
        guard let storage = store.storage(of: id, of: app) else {
            throw PushRefusal(.channelNotRegistered)
        }
        return (channel, storage)
    }

    private func answer(
        _ status: Int,
        _ id: APNsID,
        _ body: [UInt8] = [],
        further: [PushAnswer.Field] = []
    ) -> PushAnswer {
        PushAnswer(status: status, id: id, idName: Self.idName, body: body, further: further)
    }

    /// The name of the header that has the id.
    static let idName = "apns-request-id"
}
