// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@testable import SimulatedDevice

/// What the small picture of an attachment shows.
struct ThumbnailTests {
    @Test(arguments: [
        ("a.gif", 2 as any Sendable, 2.0, #""thumbnailTime":2.0"#),
        ("a.mp4", ["value": 3, "timescale": 2] as any Sendable, 1.5, #""thumbnailTime":1.5"#),
        ("a.png", nil, nil, #""size":24}"#),
    ])
    func `the report has the frame or the second that the extension named`(
        _ name: String,
        _ option: (any Sendable)?,
        _ time: Double?,
        _ json: String
    ) async throws {
        let folder = try FileFolder([name: 24])
        let device = Device.running { content, hand in
            let options: [AnyHashable: Any]? = option.map {
                [UNNotificationAttachmentOptionsThumbnailTimeKey: $0]
            }
            let attachment = try? UNNotificationAttachment(
                identifier: "a",
                url: folder[name],
                options: options
            )
            content.attachments = [attachment].compactMap(\.self)
            hand(content)
        }
        let report = await device.deliver(payload: Push.mutable).report
        #expect(report.shown?.attachments.map(\.thumbnailTime) == [time])
        #expect(report.json.contains(json))
    }
}
