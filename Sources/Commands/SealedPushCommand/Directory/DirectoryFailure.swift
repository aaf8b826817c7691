// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import CommandShell
import SealedPush
package import SealedPushSender
import SealedPushStore

extension DirectoryError: CommandFailure {
    package var status: ExitStatus {
        switch self {
        case .codeRefused: .usage
        case .bundleRefused, .bundleTooLarge: .notAuthentic
        case .repeatedDevice, .noPrekeys, .tooManyDevices: .notSealed
        case .store: .storeUnusable
        }
    }

    package var hint: String? {
        switch self {
        case .bundleRefused(let error): error.hint
        case .repeatedDevice: "the latest bundle of a device is enough"
        case .noPrekeys: "'sealedpush device bundle' makes one"
        case .store(let error): error.hint
        case .codeRefused, .bundleTooLarge, .tooManyDevices: nil
        }
    }
}

extension CommandError {
    /// A bundle whose file is no device that can be sealed to; our own store has nothing to do with
    /// it.
    init(bundle error: DirectoryError) {
        guard case .store(let reason) = error else {
            self.init(error)
            return
        }
        self.init(.usage, name: reason.name, "the bundle's file can't be read: \(reason.reason)")
    }
}
