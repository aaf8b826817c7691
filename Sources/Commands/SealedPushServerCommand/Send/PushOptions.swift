// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import PushTransport
import SealedPush
import SealedPushAPNs

/// What is said to APNs of a push.
struct PushOptions: ParsableArguments {
    @Option(help: "A file with headers, one 'name: value' a line, as 'sealedpush seal' writes it.")
    var headers: InputFile?

    @Option(help: "The app's bundle id, with the suffix that the type asks for.")
    var topic: String?

    @Option(
        help: """
            What the push is for: alert, background, voip, and so on. Without it the topic says \
            so if it ends as '.voip' does; a payload that only has content-available is a \
            background push, any other an alert.
            """
    )
    var pushType: String?

    @Option(help: "10, 5 or 1; 5 for a background push, else 10.")
    var priority: Int?

    @Option(
        help: "Until when APNs tries, in seconds since 1970; 0 is once; without it as APNs likes."
    )
    var expiration: UInt64?

    @Option(help: "What pushes share that replace each other, at most 64 bytes.")
    var collapseID: String?

    @Option(help: "What the push is called, a UUID: that of an earlier attempt, or a new one.")
    var id: String?

    /// The push that a payload is, as far as options, headers and the payload itself say.
    func request(of payload: PayloadFile, to device: String) throws(CommandError) -> APNsRequest {
        let file = if let headers { try HeaderFile(headers) } else { HeaderFile() }
        return try request(of: payload, file, to: device)
    }

    /// The same with the headers of a line; `note` is told what the line's sender should know.
    func request(
        of payload: PayloadFile,
        _ file: HeaderFile,
        to device: String,
        note: (String) -> Void = { Console.note($0) }
    ) throws(CommandError) -> APNsRequest {
        guard let topic = topic ?? file["apns-topic"] ?? payload.topic else {
            throw .usage("there is no topic", hint: "--topic com.example.app, or --headers FILE")
        }
        let type =
            try type(file["apns-push-type"]) ?? APNsPushType(topic: topic) ?? payload.type
        if let text = payload.note(as: type) { note(text) }
        let priority = try priority(file["apns-priority"])
        let expiration = try expiration(file["apns-expiration"])
        let id = try id(file["apns-id"])
        do throws(APNsError) {
            return try APNsRequest(
                payload.document.bytes,
                to: APNsDeviceToken(hex: device),
                topic: topic,
                type: type,
                priority: priority ?? (type == .background ? .conserving : .immediate),
                expiration: expiration,
                collapseID: collapseID ?? file["apns-collapse-id"],
                id: id
            )
        } catch {
            if case .payloadTooLarge = error { throw CommandError(.notAuthentic, error) }
            throw CommandError(.usage, error)
        }
    }

    private func type(_ header: String?) throws(CommandError) -> APNsPushType? {
        guard let text = pushType ?? header else { return nil }
        guard let type = APNsPushType(rawValue: text) else {
            let names = APNsPushType.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("the push type is none of APNs'", hint: "one of \(names)")
        }
        return type
    }

    private func priority(_ header: String?) throws(CommandError) -> PushPriority? {
        guard priority != nil || header != nil else { return nil }
        guard let number = priority ?? header.flatMap({ Int($0) }),
            let priority = PushPriority(rawValue: number)
        else { throw .usage("the priority is not 10, 5 or 1") }
        return priority
    }

    private func expiration(_ header: String?) throws(CommandError) -> APNsRequest.Expiration? {
        guard expiration != nil || header != nil else { return nil }
        // After the year 9999 are milliseconds that are read as seconds.
        guard let seconds = expiration ?? header.flatMap({ UInt64($0) }),
            seconds < 253_402_300_800
        else {
            throw .usage(
                "the expiration is not seconds since 1970",
                hint: "0, or seconds as 'date +%s' prints them"
            )
        }
        return seconds == 0 ? .once : .at(Timestamp(clamping: seconds * 1000))
    }

    private func id(_ header: String?) throws(CommandError) -> APNsID {
        guard let text = id ?? header else {
            var generator = SystemRandomNumberGenerator()
            return APNsID(using: &generator)
        }
        guard let id = APNsID(text) else { throw .usage("the id of the push is no UUID") }
        return id
    }
}
