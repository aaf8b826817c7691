// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Whether the system has a push rewritten by the extension, before it shows it.
enum LaunchDecision: Hashable {
    case launch
    case pass(Refusal)

    /// Decides as the system does: for a mutable push with an alert, where alerts may be shown.
    init(_ push: Push, showsAlerts: Bool) {
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

/// Why the extension was not launched for a push.
@nonexhaustive
public enum Refusal: String, Sendable, Hashable, CaseIterable {
    /// `mutable-content` is not 1.
    case notMutable
    /// There is a sound or a badge, but no alert with a title, a subtitle or a body.
    case noAlert
    /// Nothing is to be shown: the push wakes the app at most.
    case silent
    /// The user has not allowed alerts: asked and refused, turned off, or never asked.
    case alertsOff
}
