// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CoreGraphics
import UIKit
import UserNotifications

/// Draws the first letter of a name in a circle, or takes the first frame of a moving picture.
enum Avatar {
    private static let size = CGSize(width: 60, height: 60)

    static func attachments(of name: String) -> [UNNotificationAttachment] {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
            .appendingPathExtension("png")
        guard let data = circle(letter: name.prefix(1)).pngData(),
            (try? data.write(to: file)) != nil,
            let attachment = try? UNNotificationAttachment(identifier: "avatar", url: file)
        else { return [] }
        return [attachment]
    }

    static func firstFrame(of data: Data) -> CGImage? {
        guard let source = CGImageSourceCreateWithData(data as CFData, nil) else { return nil }
        return CGImageSourceCreateImageAtIndex(source, 0, nil)
    }

    private static func circle(letter: Substring) -> UIImage {
        UIGraphicsImageRenderer(size: size).image { context in
            let bounds = CGRect(origin: .zero, size: size)
            UIBezierPath(ovalIn: bounds).addClip()
            UIColor.systemBlue.setFill()
            context.fill(bounds)
            let attributes: [NSAttributedString.Key: Any] = [
                .font: UIFont.boldSystemFont(ofSize: 30), .foregroundColor: UIColor.white,
            ]
            let text = NSString(string: String(letter))
            let extent = text.size(withAttributes: attributes)
            let corner = CGPoint(
                x: bounds.midX - extent.width / 2,
                y: bounds.midY - extent.height / 2
            )
            text.draw(at: corner, withAttributes: attributes)
        }
    }
}
