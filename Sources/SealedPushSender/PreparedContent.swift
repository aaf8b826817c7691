// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// A payload with the sender's options in it: computed once for any number of devices.
struct PreparedContent: Sendable {
    let payload: Payload
    let options: SealingOptions
    /// The longest envelope that the final payload has room for, in bytes.
    private let envelopeLimit: Int

    /// What is sealed for one suite, and the size that padding brings it to.
    struct Fitted: Sendable {
        let bytes: [UInt8]
        let envelopeCount: Int
        let shortened: [AlertField]
    }

    init(_ payload: Payload, options: SealingOptions) throws(SealingError) {
        let overhead = OuterPayload.overhead(of: options.placeholder)
        guard overhead <= OuterPayload.overheadLimit else {
            throw .placeholderTooLarge(needed: overhead, available: OuterPayload.overheadLimit)
        }
        let fields = ToolkitFields(
            from: options.from,
            name: options.name,
            template: options.template
        )
        do {
            self.payload = try payload.adding(fields).compacted()
        } catch {
            throw .reservedKey
        }
        self.options = options
        envelopeLimit = (options.kind.byteLimit - overhead) * 3 / 4
    }

    /// Makes the content fit, by shortening the fields that were named where that is needed.
    func fitted(to suite: Suite) throws(SealingError) -> Fitted {
        do {
            let count = try envelopeCount(of: payload, suite: suite)
            return Fitted(bytes: payload.bytes, envelopeCount: count, shortened: [])
        } catch .contentTooLarge(let needed, let available) where !options.shortening.isEmpty {
            guard let cut = payload.shortening(options.shortening, toFit: available) else {
                throw .cannotShorten(needed: needed, available: available)
            }
            return Fitted(
                bytes: cut.payload.bytes,
                envelopeCount: try envelopeCount(of: cut.payload, suite: suite),
                shortened: cut.shortened
            )
        }
    }

    private func envelopeCount(
        of payload: Payload,
        suite: Suite
    ) throws(SealingError) -> Int {
        try options.padding.envelopeCount(
            contentCount: payload.bytes.count,
            suite: suite,
            kind: options.kind,
            limit: envelopeLimit
        )
    }

    func outerPayload(around envelope: [UInt8]) throws(SealingError) -> [UInt8] {
        do {
            return try OuterPayload(
                envelope: envelope.span,
                placeholder: options.placeholder,
                kind: options.kind
            ).bytes
        } catch .placeholderTooLarge(let needed, let available) {
            throw .placeholderTooLarge(needed: needed, available: available)
        } catch {
            throw .emptyPlaceholder
        }
    }
}
