// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

extension ShownNotification {
    /// The sound that the device plays for a notification.
    public struct PlayedSound: Sendable, Hashable {
        /// The reason for which the device plays the system's sound instead of a file.
        @nonexhaustive
        public enum Substitution: String, Sendable, Hashable, CaseIterable {
            /// The app has no such file.
            case unknownFile
            /// The file is not of the types aiff, wav and caf.
            case unknownType
            /// The sound is longer than 30 seconds.
            case tooLong
        }

        /// The file that is played; nil for the system's sound.
        public let file: String?
        /// The reason for which the requested file is not played; nil if it is played or none was
        /// requested.
        public let substitution: Substitution?
        /// True if the sound is audible on a muted device.
        public let isCritical: Bool
        /// The volume of a critical sound, from 0 to 1; nil means the device's own volume.
        public let volume: Double?
    }
}

extension ShownNotification.PlayedSound {
    /// The longest that a sound may be; Apple documents it.
    static let longest = Duration.seconds(30)
    private static let types = ["aiff", "wav", "caf"]

    /// What is played of a sound; nil where there is none.
    ///
    /// - Parameters:
    ///   - sound: What the content asks for.
    ///   - files: The app's sound files, and how long each is.
    ///   - isCritical: Whether the notification is a critical alert.
    init?(_ sound: NotificationContent.Sound, from files: [String: Duration], isCritical: Bool) {
        switch sound {
        case .none: return nil
        case .default: self.init(nil, from: files, isCritical, volume: nil)
        case .named(let name): self.init(name, from: files, isCritical, volume: nil)
        case .critical(let name, let volume):
            self.init(name, from: files, isCritical, volume: isCritical ? volume : nil)
        }
    }

    private init(
        _ name: String?,
        from files: [String: Duration],
        _ isCritical: Bool,
        volume: Double?
    ) {
        substitution = name.flatMap { Self.substitution(for: $0, files[$0]) }
        file = substitution == nil ? name : nil
        self.isCritical = isCritical
        self.volume = volume
    }

    /// Why a file is not played of this name, and of this length if the app has it; nil if it is.
    package static func substitution(for name: String, _ length: Duration?) -> Substitution? {
        guard let length else { return .unknownFile }
        let type = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        guard types.contains(type.lowercased()) else { return .unknownType }
        return length > longest ? .tooLong : nil
    }
}
