// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import ValueObjects

/// A thing that goes with a message.
open class INSendMessageAttachment: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        var audio: INFile.Values
    }

    /// A recording.
    public convenience init(audioMessageFile: INFile) {
        self.init(values: Values(audio: audioMessageFile.values))
    }

    /// The recording.
    open var audioMessageFile: INFile? { INFile(values: values.audio) }
}
