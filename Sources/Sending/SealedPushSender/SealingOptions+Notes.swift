// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

extension SealingOptions {
    /// What the sender of `payload` should know that is sealed with these options: what was changed
    /// in it, what has no effect, and what cannot work in an envelope.
    ///
    /// Notes change nothing, and none tells of a payload that was refused. They hold names of
    /// members of `aps`, and no content.
    public func notes(on payload: Payload) -> [Payload.Note] {
        var notes = payload.notes
        guard kind == .alert else { return notes }
        if payload.isForCalls { notes.append(.call) }
        // A message that only removes others has no text.
        if remove.isEmpty, let note = payload.noteOfMissingText { notes.append(note) }
        return notes
    }
}
