// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import ValueObjects

/// The sound that is heard when a notification comes.
open class UNNotificationSound: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        /// The file; nil stands for the system's own sound.
        package var name: String?
        package var isRingtone = false
        package var isCritical = false
        /// How loud a critical sound is, from 0 to 1; nil leaves it to the device.
        package var volume: Float?

        package init(
            name: String? = nil,
            isRingtone: Bool = false,
            isCritical: Bool = false,
            volume: Float? = nil
        ) {
            self.name = name
            self.isRingtone = isRingtone
            self.isCritical = isCritical
            self.volume = volume
        }
    }

    /// The sound of a file: `aiff`, `wav` or `caf`, at most 30 s long.
    public convenience init(named name: UNNotificationSoundName) {
        self.init(values: Values(name: name.rawValue))
    }

    /// The system's sound.
    open class var `default`: UNNotificationSound { make(Values()) }

    /// The system's sound of a call.
    open class var defaultRingtone: UNNotificationSound { make(Values(isRingtone: true)) }

    /// The system's sound, also on a muted device.
    open class var defaultCritical: UNNotificationSound { make(Values(isCritical: true)) }

    /// The system's sound, also on a muted device, as loud as `volume`, 0 to 1.
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> Self {
        make(Values(isCritical: true, volume: volume))
    }

    /// The sound of a file, also on a muted device.
    open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> Self {
        make(Values(name: name.rawValue, isCritical: true))
    }

    /// The sound of a file, also on a muted device, as loud as `volume`, 0 to 1.
    open class func criticalSoundNamed(
        _ name: UNNotificationSoundName,
        withAudioVolume volume: Float
    ) -> Self {
        make(Values(name: name.rawValue, isCritical: true, volume: volume))
    }

    /// The sound of a file, played as long as a call rings.
    open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> Self {
        make(Values(name: name.rawValue, isRingtone: true))
    }

    private class func make(_ values: Values) -> Self {
        guard let sound = UNNotificationSound(values: values) as? Self else {
            preconditionFailure("a subclass of UNNotificationSound makes no sounds of its own")
        }
        return sound
    }
}

/// The name of a sound file.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The name of the file in the bundle, or in Library/Sounds.
    public let rawValue: String

    /// The sound of this file.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The sound of this file.
    public init(rawValue: String) { self.rawValue = rawValue }
}
