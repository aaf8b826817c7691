// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Whether the system launches the extension to rewrite a push before it is shown.
enum LaunchDecision: Hashable {
    case launch
    case pass(DeliveryReport.LaunchRefusal)

    /// Decides as the system does: for a mutable push with an alert, if alerts may be shown.
    init(_ push: ArrivedPush, showsAlerts: Bool) {
        self =
            if !push.isVisible {
                .pass(.silent)
            } else if !push.hasAlert {
                .pass(.noAlert)
            } else if !push.isMutable {
                .pass(.notMutable)
            } else if !showsAlerts {
                .pass(.alertsOff)
            } else {
                .launch
            }
    }
}
