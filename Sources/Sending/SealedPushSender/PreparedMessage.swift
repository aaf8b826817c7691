// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A payload with the sender's options in it, prepared once for any number of devices by
/// ``Sender/prepare(_:_:now:)-(Payload,_,_)``.
public struct PreparedMessage: Sendable {
    let options: SealingOptions
    /// The sender whose statements are in it; nil if it has none.
    var sender: SenderIdentity?
    /// The content as it fits, with the named fields shortened if that is needed.
    package let fitted: Fitted
    /// Notes for its sender on the payload, whatever the topic.
    ///
    /// ``SealedNotification/notes`` has what the topic adds.
    public let notes: [Payload.Note]
    /// The placeholder and what goes around it, to which an envelope is added.
    let frame: OuterFrame

    /// What is sealed, and the size that padding brings it to.
    package struct Fitted: Sendable {
        package let bytes: [UInt8]
        package let envelopeCount: Int
        let shortened: [Payload.AlertField]
        let statementCount: Int
    }

    /// Refuses what no device could be sent.
    ///
    /// `statements` are the texts that go along if there is room, in their order.
    package init(
        _ payload: Payload,
        options: SealingOptions,
        statements: [String] = []
    ) throws(SealingError) {
        let fields = ToolkitFields(
            from: options.from,
            name: options.name,
            template: options.template,
            attachments: options.attachments,
            remove: options.remove.map(\.text),
            paired: options.paired
        )
        let whole = try payload.adding(fields).compacted()
        let size = options.attachments.reduce(0) { sum, attachment in sum + attachment.size }
        guard options.attachments.count <= AttachmentReference.limit,
            size <= AttachmentReference.totalSizeLimit
        else { throw .attachmentsTooLarge }
        frame = try Self.frame(of: options)
        self.options = options
        notes = options.notes(on: payload)
        fitted = try Self.fit(whole, options, statements, besides: frame.count)
    }

    /// Takes content that was prepared before, with the options that still count: how long it
    /// lives, and what it replaces.
    package init(
        content: [UInt8],
        envelopeCount: Int,
        _ options: SealingOptions
    ) throws(SealingError) {
        frame = try Self.frame(of: options)
        self.options = options
        notes = []
        fitted = Fitted(
            bytes: content,
            envelopeCount: envelopeCount,
            shortened: [],
            statementCount: 0
        )
    }

    /// Takes content that was prepared before, with these statements in the place of its own, and
    /// with the answer that the options name.
    init(
        renewing payload: Payload,
        options: SealingOptions,
        statements: [String]
    ) throws(SealingError) {
        frame = try Self.frame(of: options)
        self.options = options
        notes = []
        var payload = try payload.withoutStatements()
        if let answer = options.paired { payload = try payload.adding(paired: answer) }
        fitted = try Self.fitWhole(
            payload,
            options,
            statements,
            besides: frame.count
        )
    }

    private static func fit(
        _ payload: Payload,
        _ options: SealingOptions,
        _ statements: [String],
        besides overhead: Int
    ) throws(SealingError) -> Fitted {
        do {
            return try fitWhole(payload, options, statements, besides: overhead)
        } catch .contentTooLarge(let needed, let available) where !options.shortening.isEmpty {
            guard let cut = payload.shortening(options.shortening, toFit: available) else {
                throw .contentTooLarge(needed: needed, available: available)
            }
            return try fitWhole(
                cut.payload,
                options,
                statements,
                besides: overhead,
                shortened: cut.shortened
            )
        }
    }

    private static func fitWhole(
        _ payload: Payload,
        _ options: SealingOptions,
        _ statements: [String],
        besides overhead: Int,
        shortened: [Payload.AlertField] = []
    ) throws(SealingError) -> Fitted {
        // The longest envelope whose text the final payload has room for.
        let limit = (options.kind.byteLimit - overhead) * 3 / 4
        func envelopeCount(of contentCount: Int) throws(SealingError) -> Int {
            try options.padding.envelopeCount(
                contentCount: contentCount,
                kind: options.kind,
                limit: limit
            )
        }
        let count = try envelopeCount(of: payload.bytes.count)
        // S-14: the newest that leave the size as it is, so that it tells of none.
        let added = (0...statements.count).last { added in
            (try? envelopeCount(of: payload.count(with: statements.suffix(added)))) == count
        }
        let newest = Array(statements.suffix(added ?? 0))
        let fitted = newest.isEmpty ? payload : try payload.adding(statements: newest)
        return Fitted(
            bytes: fitted.bytes,
            envelopeCount: count,
            shortened: shortened,
            statementCount: newest.count
        )
    }

    /// The placeholder is tried here, so that it cannot fail after a prekey was taken.
    private static func frame(of options: SealingOptions) throws(SealingError) -> OuterFrame {
        do {
            return try OuterFrame(options.placeholder)
        } catch .placeholderTooLarge(let needed, _) {
            throw .placeholderRefused(needed: needed)
        } catch {
            throw .placeholderRefused(needed: nil)
        }
    }
}

extension PreparedMessage: Redacted {}

extension PreparedMessage.Fitted: Redacted {}
