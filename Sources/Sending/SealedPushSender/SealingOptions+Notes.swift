// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

extension SealingOptions {
    /// What the sender of `payload` should know that is sealed with these options: what was changed
    /// in it, what has no effect, and what cannot work in an envelope.
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
        func isTopic(of suffix: String) -> Bool {
            topic?.text.hasSuffix(suffix) == true
                || (kind == .alert && payload.topic?.hasSuffix(suffix) == true)
        }
        if isTopic(of: ".push-type.liveactivity"), !notes.contains(.liveActivity) {
            notes.append(.liveActivity)
        }
        if isTopic(of: ".voip") { notes.append(.call) }
        guard kind == .alert else { return notes }
        // A message that only removes others has no text.
        if remove.isEmpty, let note = payload.noteOfMissingText { notes.append(note) }
        return notes
    }
}
