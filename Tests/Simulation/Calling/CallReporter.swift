// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CallKit
import Foundation

/// Wakes the app for a call.
enum CallReporter {
    static func report(_ call: CallPush, completion: @escaping (Error?) -> Void) {
        let payload: [AnyHashable: Any] = [
            "callId": call.id.uuidString,
            "caller": call.caller,
            "video": call.isVideo,
        ]
        CXProvider.reportNewIncomingVoIPPushPayload(payload) { error in
            switch (error as? CXErrorCodeNotificationServiceExtensionError)?.code {
            case .missingNotificationFilteringEntitlement:
                NSLog("[Calling] the entitlement to filter is missing")
            case .invalidClientProcess, .unknown: NSLog("[Calling] no extension of the app's")
            default: break
            }
            completion(error)
        }
    }
}
