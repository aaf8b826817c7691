// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushOpenSSL

#if canImport(SimulatedAPNs)
    import SimulatedAPNs
#endif

extension CommandError {
    /// The error behind whatever was thrown, or nil for an error of the argument parser.
    init?(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as OpenSSLError:
            self.init(.failure, name: "failure", error.message, hint: error.hint)
        default:
            #if canImport(SimulatedAPNs)
                guard let error = error as? ServerError else { return nil }
                self.init(error == .cannotListen ? .failure : .usage, error)
            #else
                return nil
            #endif
        }
    }
}
