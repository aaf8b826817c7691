// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// A payload with the sender's options in it: computed once for any number of devices.
package struct PreparedContent: Sendable {
    let options: SealingOptions
    /// The content as it fits, with the named fields shortened if that is needed.
    package let fitted: Fitted
    /// What the sender should know of the payload.
    let notes: [Payload.Note]

    /// What is sealed, and the size that padding brings it to.
    package struct Fitted: Sendable {
        package let bytes: [UInt8]
        package let envelopeCount: Int
        let shortened: [Payload.AlertField]
        let statementCount: Int
    }

    /// Refuses what no device could be sent.
    ///
    /// `statements` are the texts that go along if there is room, in their order; the `topic` is a
    /// reason to note something alone.
    package init(
        _ payload: Payload,
        options: SealingOptions,
        statements: [String] = [],
        topic: Topic? = nil
    ) throws(SealingError) {
        let fields = ToolkitFields(
            from: options.from,
            name: options.name,
            template: options.template,
            attachments: options.attachments,
            remove: options.remove.map(\.text)
        )
        let whole: Payload
        do {
            whole = try payload.adding(fields).compacted()
        } catch {
            throw .reservedKey
        }
        let size = options.attachments.reduce(0) { sum, attachment in sum + attachment.size }
        guard options.attachments.count <= AttachmentReference.limit,
            size <= AttachmentReference.totalSizeLimit
        else { throw .attachmentsTooLarge }
        // The placeholder is tried here, so that it cannot fail after a prekey was taken.
        _ = try Self.outerPayload(around: [], options)
        self.options = options
        notes = options.notes(on: payload, topic: topic)
        fitted = try Self.fit(whole, options, statements)
    }

    func outerPayload(around envelope: [UInt8]) throws(SealingError) -> [UInt8] {
        try Self.outerPayload(around: envelope, options)
    }

    private static func fit(
        _ payload: Payload,
        _ options: SealingOptions,
        _ statements: [String]
    ) throws(SealingError) -> Fitted {
        do {
            return try fitWhole(payload, options, statements)
        } catch .contentTooLarge(let needed, let available) where !options.shortening.isEmpty {
            guard let cut = payload.shortening(options.shortening, toFit: available) else {
                throw .contentTooLarge(needed: needed, available: available)
            }
            return try fitWhole(cut.payload, options, statements, shortened: cut.shortened)
        }
    }

    private static func fitWhole(
        _ payload: Payload,
        _ options: SealingOptions,
        _ statements: [String],
        shortened: [Payload.AlertField] = []
    ) throws(SealingError) -> Fitted {
        // The longest envelope whose text the final payload has room for.
        let overhead = OuterPayload.overhead(of: options.placeholder)
        let limit = (options.kind.byteLimit - overhead) * 3 / 4
        func envelopeCount(_ payload: Payload) throws(SealingError) -> Int {
            try options.padding.envelopeCount(
                contentCount: payload.bytes.count,
                kind: options.kind,
                limit: limit
            )
        }
        let count = try envelopeCount(payload)
        var fitted = payload
        var added = 0
        // S-14: the newest that leave the size as it is, so that it tells of none.
        while added < statements.count {
            let candidate = added + 1
            let longer = try payload.adding(statements: statements.suffix(candidate))
            guard (try? envelopeCount(longer)) == count else { break }
            (fitted, added) = (longer, candidate)
        }
        return Fitted(
            bytes: fitted.bytes,
            envelopeCount: count,
            shortened: shortened,
            statementCount: added
        )
    }

    private static func outerPayload(
        around envelope: [UInt8],
        _ options: SealingOptions
    ) throws(SealingError) -> [UInt8] {
        do {
            return try OuterPayload(
                envelope: envelope.span,
                placeholder: options.placeholder,
                kind: options.kind
            ).bytes
        } catch .emptyPlaceholder {
            throw .placeholderRefused(needed: nil)
        } catch .placeholderTooLarge(let needed, _) {
            throw .placeholderRefused(needed: needed)
        } catch {
            preconditionFailure("the envelope was made to fit")
        }
    }
}
