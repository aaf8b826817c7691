// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// A payload with the sender's options in it: computed once for any number of devices.
package struct PreparedContent: Sendable {
    let options: SealingOptions
    private let results: [Suite: Result<Fitted, SealingError>]

    /// What is sealed for one suite, and the size that padding brings it to.
    package struct Fitted: Sendable {
        package let bytes: [UInt8]
        package let envelopeCount: Int
        let shortened: [AlertField]
    }

    /// Refuses what no device could be sent.
    package init(_ payload: Payload, options: SealingOptions) throws(SealingError) {
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
        guard options.attachments.count <= AttachmentReference.limit else {
            throw .tooManyAttachments
        }
        let size = options.attachments.reduce(0) { sum, attachment in sum + attachment.size }
        guard size <= AttachmentReference.totalSizeLimit else { throw .attachmentsTooLarge }
        // The placeholder is tried here, so that it fails nobody once a prekey is taken.
        _ = try Self.outerPayload(around: [], options)
        self.options = options
        var results: [Suite: Result<Fitted, SealingError>] = [:]
        for suite in options.suite.map({ [$0] }) ?? Suite.allCases {
            do throws(SealingError) {
                results[suite] = .success(try Self.fit(whole, to: suite, options))
            } catch {
                results[suite] = .failure(error)
            }
        }
        self.results = results
    }

    /// The content as it fits, with the fields shortened that were named where that is needed.
    package func fitted(to suite: Suite) throws(SealingError) -> Fitted {
        guard let result = results[suite] else {
            preconditionFailure("every suite that may be chosen was tried")
        }
        return try result.get()
    }

    func outerPayload(around envelope: [UInt8]) throws(SealingError) -> [UInt8] {
        try Self.outerPayload(around: envelope, options)
    }

    private static func fit(
        _ payload: Payload,
        to suite: Suite,
        _ options: SealingOptions
    ) throws(SealingError) -> Fitted {
        do {
            return try fitWhole(payload, to: suite, options)
        } catch .contentTooLarge(let needed, let available) where !options.shortening.isEmpty {
            guard let cut = payload.shortening(options.shortening, toFit: available) else {
                throw .cannotShorten(needed: needed, available: available)
            }
            return try fitWhole(cut.payload, to: suite, options, shortened: cut.shortened)
        }
    }

    private static func fitWhole(
        _ payload: Payload,
        to suite: Suite,
        _ options: SealingOptions,
        shortened: [AlertField] = []
    ) throws(SealingError) -> Fitted {
        // The longest envelope whose text the final payload has room for.
        let overhead = OuterPayload.overhead(of: options.placeholder)
        let limit = (options.kind.byteLimit - overhead) * 3 / 4
        let count = try options.padding.envelopeCount(
            contentCount: payload.bytes.count,
            suite: suite,
            kind: options.kind,
            limit: limit
        )
        return Fitted(bytes: payload.bytes, envelopeCount: count, shortened: shortened)
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
            throw .emptyPlaceholder
        } catch .placeholderTooLarge(let needed, let available) {
            throw .placeholderTooLarge(needed: needed, available: available)
        } catch {
            preconditionFailure("the envelope was made to fit")
        }
    }
}
