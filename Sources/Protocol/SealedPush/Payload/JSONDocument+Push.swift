// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension JSONDocument {
    /// Whether a push only wakes the app, in the background: its flag `content-available` is set,
    /// and it has no alert, badge or sound.
    package var onlyWakesApp: Bool {
        guard let aps = root["aps"], aps["content-available"]?.isSet == true else { return false }
        return ["alert", "badge", "sound"].allSatisfy { aps[$0]?.isNull != false }
    }
}
