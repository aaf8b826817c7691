// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys
import SealedPushStore
import TestSupport
import Testing

extension Workplace {
    static let topic = "com.example.app"

    /// A phone and a server; the phone knows the server as "Ann" under the code `ann-7`.
    static func withStores(oneTime: Int = 0, contact: Bool = true) throws -> Workplace {
        let place = Workplace()
        try Beginning.copy("stores \(oneTime) \(contact)", to: place) { place in
            try place.makeAnew("phone", oneTime: oneTime)
            let identity = try place.succeed("sender", "init", "--store", "@server").line
            try place.write(identity, to: "identity")
            if contact { try place.addContact(identity, ["--code", "ann-7"]) }
        }
        return place
    }

    /// Makes an identity the phone's contact "Ann".
    func addContact(_ identity: String, _ options: [String] = []) throws {
        let ann = ["--identity", identity, "--name", "Ann"]
        try succeed(["contact", "add", "--store", "@phone"] + ann + options)
    }

    /// Keeps a file as the picture of the contact whose identity the file "identity" holds.
    func keepPicture(_ name: String, in store: String = "phone") throws -> Transcript {
        let contact = try ["--store", "@\(store)", "--identity", text("identity")]
        return try run(["contact", "avatar"] + contact + ["@\(name)"])
    }

    /// Makes a device and its bundle beside it; one of the same name is the same device in every
    /// test.
    func make(_ device: String, oneTime: Int = 0) throws {
        try Beginning.copy("device \(device) \(oneTime)", to: self) { place in
            try place.makeAnew(device, oneTime: oneTime)
        }
    }

    private func makeAnew(_ device: String, oneTime: Int) throws {
        try succeed("device", "init", "--store", "@\(device)", "--topic", Self.topic)
        let bundle = try succeed(
            "device",
            "bundle",
            "--store",
            "@\(device)",
            "--one-time",
            String(oneTime)
        )
        try write(bundle.output, to: "\(device).bundle")
    }

    /// Keeps in "subscription" what a device has signed for an endpoint at a relay, for user-7.
    func subscribe(_ device: String, to sender: SenderIdentity) throws {
        let keys = try DeviceKeys(in: RecordStore.open(at: path(device), key: .folder))
        let endpoint = "https://relay.example/e/x"
        let subscription = try keys.subscription(at: endpoint, for: sender, as: "user-7")
        try write(subscription.text + "\n", to: "subscription")
    }

    /// Runs the command, which must succeed.
    @discardableResult
    func succeed(_ arguments: String..., input: String = "") throws -> Transcript {
        try succeed(arguments, input: input)
    }

    /// Runs the command, which must succeed.
    @discardableResult
    func succeed(_ arguments: [String], input: String = "") throws -> Transcript {
        let transcript = try run(arguments, input: input)
        try #require(transcript.status == 0, "\(arguments): \(transcript.errors)")
        return transcript
    }

    /// Seals a payload for the phone into a file.
    func seal(
        _ body: String,
        to bundle: String = "@phone.bundle",
        as name: String = "sealed",
        _ options: String...
    ) throws {
        let payload = JSONWriter.object { payload in
            payload.object("aps") { aps in
                aps.object("alert") { $0.add("body", body) }
                aps.add("sound", "default")
            }
        }
        let arguments = [
            "seal", "--store", "@server", "--to", bundle, "--topic", Self.topic, "--from", "ann-7",
        ]
        let transcript = try run(
            arguments + Self.naming(options),
            input: String(decoding: payload, as: UTF8.self)
        )
        try #require(transcript.status == 0, "\(transcript.errors)")
        try write(transcript.output, to: name)
    }

    /// Options of `seal` that keep no list of devices, unless they name a recipient.
    static func naming(_ options: [String]) -> [String] {
        options.contains("--recipient") ? options : options + ["--untracked"]
    }

    /// Opens a file on the phone.
    func open(_ name: String = "sealed", _ options: String...) throws -> Transcript {
        try run(["open", "--store", "@phone", "@\(name)"] + options)
    }
}
