// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushRelayClient

extension CommandError {
    /// Why a device does not pair.
    init(pairing error: DevicePairingError) {
        switch error {
        case .relay(let error):
            self.init(error, wrongBody: "the relay may be older than pairing")
        case .over(let end):
            self.init(
                error.status,
                name: error.name,
                error.message + " at \(TimeText.minute(of: end))",
                hint: error.hint
            )
        default: self.init(error)
        }
    }
}

extension DevicePairingError: CommandFailure {
    var status: ExitStatus {
        switch self {
        case .over, .unanswered: .replayedOrExpired
        case .otherRelay, .noDeviceName: .usage
        case .blocked, .revoked, .changed, .testIdentity, .answered: .senderNotAccepted
        case .ownIdentity: .notAuthentic
        case .noDrops: .rejected
        case .contacts(let error): error.status
        case .keys(let error): error.status
        case .store(let error): error.status
        default: .failure
        }
    }

    var hint: String? {
        switch self {
        case .over: "check this phone's clock; if it is right, have the sender show a new code"
        case .otherRelay:
            "--registration names the file of the device's registration at the code's relay"
        case .noDeviceName: "--device-name gives it one"
        case .blocked: "'sealedpush contact unblock' it first"
        case .revoked: "have the sender show a code of its next identity"
        case .changed: "'sealedpush contact verify' it first"
        case .testIdentity: CommandError.testIdentity.hint
        case .answered: "have the sender show a new code, and let no one else see it"
        case .unanswered, .ended: "a code serves once: have the sender show a new one"
        case .noDrops: "ask its operator for drops"
        case .contacts(let error): error.hint
        case .keys(let error): error.hint
        case .store(let error): error.hint
        default: nil
        }
    }
}
