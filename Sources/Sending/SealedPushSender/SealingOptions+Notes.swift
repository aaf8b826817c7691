// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

extension SealingOptions {
    /// Notes for the sender of `payload` if it is sealed with these options: what was changed in it,
    /// what has no effect, and what cannot work in an envelope.
    ///
    /// Notes change nothing, and none tells of a payload that was refused. They hold names of
    /// members of `aps`, and no content.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - topic: The topic that is sealed for.
    /// - Returns: The notes, in no order that means anything.
    public func notes(on payload: Payload, topic: Topic? = nil) -> [Payload.Note] {
        var notes = payload.notes
        if kind == .alert {
            if let text = payload.topic { notes.add(ofTopic: text) }
            // A message that only removes others has no text.
            if remove.isEmpty, let note = payload.noteOfMissingText { notes.append(note) }
        }
        if let topic { notes.add(ofTopic: topic.text) }
        return notes
    }
}

extension [Payload.Note] {
    /// Adds what a topic says of what is sent for it, unless it is known.
    mutating func add(ofTopic text: String) {
        if text.hasSuffix(".push-type.liveactivity"), !contains(.liveActivity) {
            append(.liveActivity)
        }
        if text.hasSuffix(".voip"), !contains(.call) { append(.call) }
    }
}
