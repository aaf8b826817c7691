// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CallKit
import Synchronization
import UserNotifications

extension SimulatedDevice {
    /// The payloads of the calls that the extension has reported, in order; the latest 1000 are
    /// kept.
    ///
    /// iOS wakes the app with each, as with a VoIP push. The device has no PushKit and does not
    /// wake the app: a test passes the payloads to the app's code.
    public var reportedCalls: [[AnyHashable: Any]] {
        center.state.withLock(\.calls).map { $0.object as? [AnyHashable: Any] ?? [:] }
    }
}

extension DeviceCenter: CallBacking {
    private static let limit = 1000

    func reportCall(
        _ payload: PropertyList,
        completion:
            @escaping @Sendable (CXErrorCodeNotificationServiceExtensionError.Code?) -> Void
    ) {
        completion(reportCall(payload, asExtension: AppServices.isExtension))
    }

    /// Keeps a call, or returns an error code.
    func reportCall(
        _ payload: PropertyList,
        asExtension isExtension: Bool
    ) -> CXErrorCodeNotificationServiceExtensionError.Code? {
        guard isExtension else { return .invalidClientProcess }
        guard settings.profile.mayFilter else { return .missingNotificationFilteringEntitlement }
        state.withLock { state in
            state.calls.append(payload)
            state.calls.removeFirst(max(0, state.calls.count - Self.limit))
        }
        return nil
    }
}

extension RemoteCenter: CallBacking {
    func reportCall(
        _ payload: PropertyList,
        completion:
            @escaping @Sendable (CXErrorCodeNotificationServiceExtensionError.Code?) -> Void
    ) {
        request(.reportCall(payload.transferable)) { answer in
            if case .call(let code) = answer { completion(code) } else { completion(.unknown) }
        }
    }
}
