// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// The process's use of sound, which it remembers and nothing follows from.
open class AVAudioSession: NSObject, @unchecked Sendable {
    // Its state is behind a mutex.
    private static let shared = AVAudioSession()
    private let state = Mutex<(Category, Mode, CategoryOptions)>((.soloAmbient, .default, []))

    override private init() {}

    /// Returns the session of the process.
    open class func sharedInstance() -> AVAudioSession { shared }

    /// The category that was set last.
    open var category: Category { state.withLock(\.0) }
    /// The mode that was set last.
    open var mode: Mode { state.withLock(\.1) }
    /// The options that were set last.
    open var categoryOptions: CategoryOptions { state.withLock(\.2) }

    /// Sets what the process uses sound for.
    ///
    /// - Parameters:
    ///   - category: The purpose.
    ///   - mode: The special case of the purpose.
    ///   - options: How the sound goes along with that of other apps.
    /// - Throws: Nothing.
    open func setCategory(
        _ category: Category,
        mode: Mode = .default,
        options: CategoryOptions = []
    ) throws {
        state.withLock { $0 = (category, mode, options) }
    }

    /// Does nothing.
    open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}
}

extension AVAudioSession {
    /// The purpose of an app's sound.
    public struct Category: RawRepresentable, Hashable, Sendable {
        /// The name that Apple gives it.
        public let rawValue: String

        /// Takes a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Sound that the mute switch silences, beside that of other apps.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// Sound that the mute switch silences, which is the default.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Sound that the app is for.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Recording.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Playing and recording, as in a call.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Several inputs or outputs.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }

    /// The special case of a purpose.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// The name that Apple gives it.
        public let rawValue: String

        /// Takes a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No special case.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// A call.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// A video call.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// A film.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Speech.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    }

    /// How an app's sound goes along with that of other apps.
    public struct CategoryOptions: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Takes the bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Both are heard.
        public static let mixWithOthers = CategoryOptions(rawValue: 1)
        /// The system lowers the volume of the others.
        public static let duckOthers = CategoryOptions(rawValue: 2)
        /// Bluetooth headsets may be used.
        public static let allowBluetooth = CategoryOptions(rawValue: 4)
        /// The loudspeaker is used.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
    }

    /// What happens at the end of an app's sound.
    public struct SetActiveOptions: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Takes the bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The system tells other apps.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }
}
