// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushRelayClient

/// The file that says how a device is registered at a relay; its credential is a secret.
struct RegistrationFile {
    let relay: String
    let device: RelayRegistration
    let identity: DeviceIdentity

    init(relay: String, device: RelayRegistration, identity: DeviceIdentity) {
        self.relay = relay
        self.device = device
        self.identity = identity
    }

    init(reading file: InputFile) throws(CommandError) {
        let bytes = try file.readSecret("registration").withBytes { [UInt8](copying: $0) }
        guard let root = try? JSONDocument(reading: bytes).root,
            let relay = root["relay"]?.string, WebOrigin(url: relay) != nil,
            let name = root["device"]?.string,
            let credential = root["credential"]?.string,
            let key = root["identity"]?.string.flatMap({
                try? Base64URL.decode(Array($0.utf8).span)
            }),
            let identity = try? DeviceIdentity(reading: key.span)
        else { throw .usage("the registration is none that 'device register' made") }
        self.relay = relay
        self.identity = identity
        device = RelayRegistration(device: name, credential: credential)
    }

    var json: [UInt8] {
        JSONWriter.object { object in
            object.add("relay", relay)
            object.add("device", device.device)
            object.add("credential", device.credential)
            object.add("identity", base64URL: identity.bytes.span)
        } + [UInt8(ascii: "\n")]
    }
}

extension WebOrigin {
    /// Refuses a `--relay` that is no origin, before anything is done.
    static func checkRelay(_ url: String?) throws(ValidationError) {
        guard url.map({ WebOrigin(url: $0) != nil }) ?? true else {
            throw ValidationError("--relay has to be \(rule)")
        }
    }
}

extension CommandError {
    /// A file that belongs to another device than the store's.
    static func otherDevice(_ what: String) -> CommandError {
        CommandError(
            .notForThisDevice,
            name: "otherDevice",
            "the \(what) is another device's",
            hint: "--store names the store of the device that it was made with"
        )
    }

    /// Why a relay did not do what it was asked.
    init(_ error: RelayClientError) { self.init(error, wrongBody: nil) }

    /// Why a relay did not do what it was asked.
    ///
    /// - Parameters:
    ///   - error: What the client says.
    ///   - body: What to check if the relay cannot use what it was sent.
    init(_ error: RelayClientError, wrongBody body: String?) {
        switch error {
        case .wrongURL, .wrongName, .wrongKey: self = .usage(error.message)
        case .unreachable:
            self.init(
                .later,
                name: error.name,
                error.message,
                hint: "check its name, the network, and its certificate"
            )
        case .problem(let name, _, let delay):
            let wait = delay.map { "ask again after \($0.components.seconds) s" }
            let isLater = error.isTransient
            self.init(
                isLater ? .later : .rejected,
                name: name,
                error.message,
                hint: isLater ? wait ?? "ask again later" : Self.hint(for: name, wrongBody: body)
            )
        case .malformedAnswer: self = .failure(error.message)
        }
    }

    private static func hint(for problem: String, wrongBody body: String?) -> String? {
        switch problem {
        case "wrong-body": body
        case "invitation-refused":
            "an invitation serves one device of its app, once, within an hour; the app's own server"
                + " asks the relay for another (--invitation)"
        case "not-active":
            "'device register --answer' answers the code that the relay pushed; then it is active"
        case "nothing-to-activate": "the code was answered, or a later one was pushed"
        case "proof-refused": "a code serves for ten minutes, and only the device that registered"
        case "gone", "unknown": "the relay has no such device (any more): register anew"
        default: nil
        }
    }
}
