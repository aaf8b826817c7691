// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import ValueObjects

/// The outcome of an intent; make an ``INSendMessageIntentResponse``.
open class INIntentResponse: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        var code: Int
    }

    static func make(_ values: Values) -> INIntentResponse {
        INSendMessageIntentResponse(values: values)
    }
}
