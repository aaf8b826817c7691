// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
package import SealedPush

/// A push that the relay makes itself; it holds no message.
package enum OwnPush: Sendable {
    /// Brings a device the code with which it activates its token at the relay of this origin.
    case activation(DeviceID, Capability, ActivationCodes.Push, origin: WebOrigin)
    /// Shows the placeholder, so that a person sees that pushes arrive.
    case test

    /// The member of a payload that holds an activation code.
    package static let activationKey = "sealedpush-activation"

    /// The push as a transport sends it.
    ///
    /// - Parameters:
    ///   - topic: The app's topic.
    ///   - placeholder: What people see of it.
    ///   - expiration: Until when the push service keeps it.
    /// - Returns: The payload and the headers.
    func outgoing(
        topic: String,
        placeholder: Placeholder,
        until expiration: Timestamp
    ) -> OutgoingPush {
        let isAlert =
            switch self {
            case .activation(_, _, .background, _), .activation(_, _, .recall, _): false
            case .activation(_, _, .alert, _), .test: true
            }
        let payload = JSONWriter.object { payload in
            payload.object("aps") { aps in
                guard isAlert else { return aps.add("content-available", 1) }
                aps.object("alert") { placeholder.write(to: &$0) }
                // The app's extension answers; of a test nothing is asked.
                if case .activation = self { aps.add("mutable-content", 1) }
            }
            guard case .activation(let device, let code, _, let origin) = self else { return }
            payload.object(Self.activationKey) { activation in
                activation.add("origin", origin.text)
                activation.add("device", device.text)
                activation.add("code", code.text)
            }
        }
        return OutgoingPush(
            payload: payload,
            headers: APNsHeaders(
                topic: topic,
                pushType: isAlert ? "alert" : "background",
                priority: isAlert ? .immediate : .conserving,
                expiration: expiration.milliseconds / 1000,
                collapseID: collapseID
            )
        )
    }

    /// A later push of a kind takes the place of an earlier one; a code never takes that of another
    /// device's code, which may go to the same token.
    private var collapseID: String {
        switch self {
        case .activation(let device, _, _, _): "\(Self.activationKey)-\(device.text)"
        case .test: "sealedpush-test"
        }
    }
}

extension OwnPush: Redacted {
    /// Names the kind only: an activation code is a secret.
    package var description: String {
        switch self {
        case .activation(_, _, .recall, _): "recall"
        case .activation: "activation"
        case .test: "test"
        }
    }
}
