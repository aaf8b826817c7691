// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushReceiver
import Synchronization
import Testing

struct AttachmentNetworkRuleTests {
    private static let limited: Int? = 1000

    @Test(arguments: [
        (nil, limited), (ContactStatus(), limited),
        (ContactStatus(trust: .verified), nil),
        (ContactStatus(kind: .service), nil),
        (ContactStatus(trust: .changed), limited),
        (ContactStatus(trust: .changed, kind: .service), limited),
        (ContactStatus(trust: .verified, isCandidate: true), limited),
        (ContactStatus(kind: .service, isCandidate: true), limited),
    ])
    func `verified contacts and services may use any network, others up to a limit`(
        _ status: ContactStatus?,
        _ limit: Int?
    ) {
        #expect(AttachmentReceiver.expensiveLimit(for: status, Self.limited) == limit)
    }

    @Test func `the app sets the limit of unverified contacts`() {
        let status = ContactStatus()
        #expect(AttachmentReceiver.expensiveLimit(for: status, 0) == 0)
        #expect(AttachmentReceiver.expensiveLimit(for: status, nil) == nil)
    }

    /// Notes what it is asked for, and brings nothing.
    private final class Asked: AttachmentDownloader {
        private let answers = Mutex<[Bool]>([])
        var expensive: [Bool] { answers.withLock(\.self) }

        func download(_ request: AttachmentRequest, to file: String) throws(AttachmentError) {
            answers.withLock { $0.append(request.allowsExpensiveNetwork) }
            throw .unavailable
        }
    }

    @Test(arguments: [
        (Int?.none, [true, true, true]),
        (300, [true, true, true]),
        (299, [true, true, false]),
        (100, [true, false, false]),
        (99, [false, false, false]),
    ])
    func `the files of a message count together`(
        _ limit: Int?,
        _ expected: [Bool]
    ) async throws {
        let place = try AttachmentReceiverTests.Place()
        let asked = Asked()
        let reference = try AttachmentReference(
            url: "https://files.example.com/a",
            key: place.reference.key,
            sha256: place.reference.sha256,
            size: 100,
            type: .jpeg
        )
        let failures = await AttachmentReceiver(folder: place.folder, downloader: asked)
            .receive(all: [reference, reference, reference], expensiveLimit: limit) { _ in }
        #expect(failures == [.unavailable, .unavailable, .unavailable])
        #expect(asked.expensive == expected)
    }
}
