// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The rules that are not APNs' own, in the order of their effects.
enum Rule: String, CaseIterable {
    // Lost.
    case notJSON = "not-json"
    case byteOrderMark = "byte-order-mark"
    case invalidUTF8 = "invalid-utf8"
    case notAnObject = "not-an-object"
    case noAps = "no-aps"
    case otherApp = "other-app"
    case expired
    case notKept = "not-kept"
    case replacedWhileOffline = "replaced-while-offline"
    case alertsOff = "alerts-off"
    case nothingToShow = "nothing-to-show"
    case visibleBackground = "visible-background"
    case wakelessBackground = "wakeless-background"
    case incompleteActivity = "incomplete-activity"
    case noBackgroundMode = "no-background-mode"
    case appWasQuit = "app-was-quit"
    case noApp = "no-app"
    case wokenTooOften = "woken-too-often"
    case appTimedOut = "app-timed-out"
    case nothingShown = "nothing-shown"
    // Unchanged.
    case noAlert = "no-alert"
    case noMutableContent = "no-mutable-content"
    case noExtension = "no-extension"
    case malformedEnvelope = "malformed-envelope"
    case startedTooSlowly = "started-too-slowly"
    case crashed
    case exceededMemory = "exceeded-memory"
    case neverHandedOver = "never-handed-over"
    case releasedHandler = "released-handler"
    case handedOverTooLate = "handed-over-too-late"
    case handedOverNoText = "handed-over-no-text"
    // Partial.
    case handedOverAgain = "handed-over-again"
    case handedOverAtWarning = "handed-over-at-warning"
    case crashedAfterHandOver = "crashed-after-hand-over"
    case exceededMemoryAfterHandOver = "exceeded-memory-after-hand-over"
    case insecureLoadStopped = "insecure-load-stopped"
    case attachmentNotMade = "attachment-not-made"
    case attachmentRefused = "attachment-refused"
    case attachmentMismatched = "attachment-mismatched"
    case duplicateKey = "duplicate-key"
    case loneSurrogate = "lone-surrogate"
    case tooDeep = "too-deep"
    case wrongActivityType = "wrong-activity-type"
    case valueNotTaken = "value-not-taken"
    case unknownKeyInAps = "unknown-key-in-aps"
    case keyOutsideAps = "key-outside-aps"
    case unknownCategory = "unknown-category"
    case soundNotPlayed = "sound-not-played"
    case criticalSoundRefused = "critical-sound-refused"
    case timeSensitiveRefused = "time-sensitive-refused"
    case unknownLocalizationKey = "unknown-localization-key"
    case missingArgument = "missing-argument"
    // Risk.
    case silentAlert = "silent-alert"
    case noPushType = "no-push-type"
    case expirationInMilliseconds = "expiration-in-milliseconds"
    case wakesLockedPhone = "wakes-locked-phone"
    case numberNotExact = "number-not-exact"
    case extensionNotAsked = "extension-not-asked"
}

extension Rule {
    var effect: FindingRule.Effect {
        switch self {
        case .notJSON, .byteOrderMark, .invalidUTF8, .notAnObject, .noAps, .otherApp, .expired,
            .notKept, .replacedWhileOffline, .alertsOff, .nothingToShow, .visibleBackground,
            .wakelessBackground, .incompleteActivity, .noBackgroundMode, .appWasQuit, .noApp,
            .wokenTooOften, .appTimedOut, .nothingShown:
            .lost
        case .noAlert, .noMutableContent, .noExtension, .malformedEnvelope, .startedTooSlowly,
            .crashed, .exceededMemory, .neverHandedOver, .releasedHandler, .handedOverTooLate,
            .handedOverNoText:
            .unchanged
        case .handedOverAgain, .handedOverAtWarning, .crashedAfterHandOver,
            .exceededMemoryAfterHandOver, .insecureLoadStopped, .attachmentNotMade,
            .attachmentRefused, .attachmentMismatched, .duplicateKey, .loneSurrogate, .tooDeep,
            .wrongActivityType, .valueNotTaken, .unknownKeyInAps, .keyOutsideAps,
            .unknownCategory, .soundNotPlayed, .criticalSoundRefused, .timeSensitiveRefused,
            .unknownLocalizationKey, .missingArgument:
            .partial
        case .silentAlert, .noPushType, .expirationInMilliseconds, .wakesLockedPhone,
            .numberNotExact, .extensionNotAsked:
            .risk
        }
    }

    var source: FindingRule.Source {
        switch self {
        case .notJSON, .byteOrderMark, .invalidUTF8, .duplicateKey, .loneSurrogate, .tooDeep,
            .numberNotExact:
            .json
        case .notAnObject, .noAps, .nothingToShow, .valueNotTaken, .unknownKeyInAps,
            .keyOutsideAps:
            .payload
        case .otherApp, .expired, .notKept, .silentAlert, .noPushType, .expirationInMilliseconds:
            .request
        case .replacedWhileOffline: .stored
        case .alertsOff: .permission
        case .visibleBackground, .wakelessBackground, .noBackgroundMode, .wokenTooOften,
            .appTimedOut, .noApp:
            .background
        case .appWasQuit: .wake
        case .wakesLockedPhone: .protection
        case .incompleteActivity, .wrongActivityType: .activity
        case .noAlert, .noMutableContent, .noExtension, .extensionNotAsked, .handedOverNoText:
            .modifying
        case .malformedEnvelope: .envelope
        case .neverHandedOver, .releasedHandler, .handedOverTooLate, .handedOverAtWarning,
            .nothingShown:
            .service
        case .startedTooSlowly, .crashed, .exceededMemory, .handedOverAgain,
            .crashedAfterHandOver, .exceededMemoryAfterHandOver:
            .observed
        case .insecureLoadStopped: .transport
        case .attachmentNotMade, .attachmentRefused: .attachment
        case .attachmentMismatched: .observed
        case .unknownCategory: .category
        case .soundNotPlayed: .sound
        case .criticalSoundRefused: .critical
        case .timeSensitiveRefused: .level
        case .unknownLocalizationKey, .missingArgument: .localization
        }
    }
}
