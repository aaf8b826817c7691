// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import ValueObjects

/// A name that can be shown and spoken, such as a group's.
open class INSpeakableString: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        var vocabularyIdentifier: String?
        package var spokenPhrase: String
        var pronunciationHint: String?
    }

    /// A name that is spoken as it is written.
    public convenience init(spokenPhrase: String) {
        self.init(
            values: Values(
                vocabularyIdentifier: nil,
                spokenPhrase: spokenPhrase,
                pronunciationHint: nil
            )
        )
    }

    /// A name of the app's vocabulary, with a hint for the voice.
    public convenience init(
        vocabularyIdentifier: String,
        spokenPhrase: String,
        pronunciationHint: String?
    ) {
        self.init(
            values: Values(
                vocabularyIdentifier: vocabularyIdentifier,
                spokenPhrase: spokenPhrase,
                pronunciationHint: pronunciationHint
            )
        )
    }

    /// The name as it is written.
    open var spokenPhrase: String { values.spokenPhrase }
    /// The sound, in words that are spoken as written.
    open var pronunciationHint: String? { values.pronunciationHint }
    /// Its identifier in the app's vocabulary.
    open var vocabularyIdentifier: String? { values.vocabularyIdentifier }
}
