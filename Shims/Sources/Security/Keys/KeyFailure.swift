// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationShims

/// Why a function of keys returns nothing.
enum KeyFailure {
    static func tell(
        _ text: String,
        _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?,
        status: OSStatus = errSecParam
    ) {
        guard let error = unsafe error else { return }
        let failure = NSError(
            domain: NSOSStatusErrorDomain,
            code: Int(status),
            userInfo: [NSLocalizedDescriptionKey: text]
        )
        unsafe error.pointee = unsafe Unmanaged.passRetained(failure)
    }
}
