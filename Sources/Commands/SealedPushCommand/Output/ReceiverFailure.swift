// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import CommandShell
import SealedPushContacts
import SealedPushKeys
package import SealedPushReceiver
import SealedPushStore

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
