// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushOpenSSL
import SimulatedAPNs

extension CommandError {
    /// The error behind whatever was thrown, or nil for an error of the argument parser.
    init?(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as OpenSSLError:
            self.init(.failure, name: "failure", error.message, hint: error.hint)
        case let error as ServerError:
            self.init(error == .cannotListen ? .failure : .usage, error)
        default: return nil
        }
    }
}
