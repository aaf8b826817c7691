// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
package import SealedPushReceiver
import SealedPushStore

extension CommandError {
    /// A payload that is none, in the words of its reader: what is wrong, and at which byte.
    init(_ error: OuterPayloadError) {
        guard error != .noEncryptedContent else {
            self.init(OpeningError.notSealed)
            return
        }
        let refusal = OpeningError.malformedPayload
        let isCut =
            switch error {
            case .notAnObject, .json(.unexpectedEnd), .json(.unexpectedByte): true
            default: false
            }
        self.init(
            ExitStatus(refusal),
            name: refusal.name,
            "\(error.message) (\(refusal.name))",
            hint: isCut ? refusal.hint : nil
        )
    }

    /// A bundle, an identity or another text that was mistyped, cut, or not made with the key.
    init(_ error: WireError, in what: String) {
        self.init(
            ExitStatus(error),
            name: error.name,
            "\(error.message(of: what)) (\(error.name))",
            hint: error.hint
        )
    }
}

extension CommandError {
    /// Records that are not in a backup because they can't be read: how many of each kind, and why.
    init(_ omissions: [BackupSummary.Omission]) {
        let reasons = omissions.map { "\($0.kind): \($0.reason.name)" }
        let counts = Dictionary(grouping: reasons) { $0 }.mapValues(\.count)
        let list = counts.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }
        self.init(
            .failure,
            name: "incomplete",
            "records that can't be read are not in the backup: \(list.joined(separator: ", "))",
            hint: "the backup holds all the others"
        )
    }
}

extension ReceiverError: CommandFailure {
    package var status: ExitStatus {
        if case .refused(let error) = self { error.status } else { .storeUnusable }
    }

    package var hint: String? {
        switch self {
        case .refused(let error): error.hint
        case .noDevice: KeyError.noDevice.hint
        case .deviceDamaged: KeyError.deviceDamaged.hint
        case .unusableKey: KeyError.unusableKey.hint
        case .prekeyDamaged:
            "'sealedpush device maintain' makes another; then hand out the new bundle"
        case .contactDamaged: ContactError.store(.corrupted).hint
        case .claimDamaged:
            "the others are not; 'sealedpush device maintain' clears it, or it goes with its prekey"
        case .deferral(.corrupted): "the others are not; it is removed when it is old"
        case .store(let error), .deferral(let error): error.hint
        case .deferralFull: "once it is unlocked, 'sealedpush open --deferred' shows them"
        }
    }
}
