// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension NotificationContent {
    /// Adds the properties as members of a JSON object, for people and tools.
    ///
    /// The texts are always there, the other properties where they differ from their default. The
    /// sound is written as a payload has it, and `userInfo` as the sender wrote it.
    package func write(to object: inout JSONWriter.Object) {
        object.add("title", title)
        object.add("subtitle", subtitle)
        object.add("body", body)
        if let badge { object.add("badge", badge) }
        sound.write(to: &object)
        add("threadIdentifier", threadIdentifier, to: &object)
        add("categoryIdentifier", categoryIdentifier, to: &object)
        add("targetContentIdentifier", targetContentIdentifier ?? "", to: &object)
        if interruptionLevel != .active {
            object.add("interruptionLevel", interruptionLevel.rawValue)
        }
        if relevanceScore != 0, relevanceScore.isFinite {
            object.number("relevanceScore", "\(relevanceScore)")
        }
        add("filterCriteria", filterCriteria ?? "", to: &object)
        add("launchImageName", launchImageName, to: &object)
        if let userInfo { object.add("userInfo", userInfo.root) }
    }

    private func add(_ key: String, _ text: String, to object: inout JSONWriter.Object) {
        if !text.isEmpty { object.add(key, text) }
    }
}

extension NotificationContent.Sound {
    fileprivate func write(to object: inout JSONWriter.Object) {
        switch self {
        case .none: return
        case .default: object.add("sound", "default")
        case .named(let name): object.add("sound", name)
        case .critical(let name, let volume):
            object.object("sound") { sound in
                sound.add("critical", 1)
                sound.add("name", name ?? "default")
                if let volume, volume.isFinite { sound.number("volume", "\(volume)") }
            }
        }
    }
}
