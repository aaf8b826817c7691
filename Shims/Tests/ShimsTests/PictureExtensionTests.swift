// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ImageIO
import SimulatedDevice
import Testing
import UIKit
import UniformTypeIdentifiers
import UserNotifications

/// A service extension as chats have it: it makes moving pictures smaller, and draws the sender.
private final class PictureService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let best = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let content = best else { return contentHandler(request.content) }
        if let path = content.userInfo["picture"] as? String,
            let data = try? Data(contentsOf: URL(fileURLWithPath: path))
        {
            let small =
                UTType.gif == type(of: data) ? smaller(data) : UIImage(data: data)?.pngData()
            content.attachments += attachment(small, "gif", frame: 1)
        }
        if let name = content.userInfo["name"] as? String {
            content.attachments += attachment(avatar(of: name).pngData(), "png", frame: nil)
        }
        contentHandler(content)
    }

    private func type(of data: Data) -> UTType? {
        CGImageSourceCreateWithData(data as CFData, nil).flatMap(CGImageSourceGetType)
            .flatMap { UTType($0 as String) }
    }

    private func attachment(_ data: Data?, _ type: String, frame: Int?)
        -> [UNNotificationAttachment]
    {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).\(type)")
        guard let data, (try? data.write(to: file)) != nil else { return [] }
        let options = frame.map { [UNNotificationAttachmentOptionsThumbnailTimeKey: $0] }
        let attachment = try? UNNotificationAttachment(
            identifier: type,
            url: file,
            options: options
        )
        return attachment.map { [$0] } ?? []
    }

    /// The moving picture in half its size.
    private func smaller(_ data: Data) -> Data? {
        let options = [kCGImageSourceShouldCache: false] as CFDictionary
        guard let source = CGImageSourceCreateWithData(data as CFData, options) else { return nil }
        let count = CGImageSourceGetCount(source)
        let result = NSMutableData()
        let type = UTType.gif.identifier as CFString
        guard let writer = CGImageDestinationCreateWithData(result, type, count, nil) else {
            return nil
        }
        let whole = CGImageSourceCopyProperties(source, nil) as? [String: Any]
        let key = kCGImagePropertyGIFDictionary as String
        CGImageDestinationSetProperties(writer, [key: whole?[key] ?? [:]] as CFDictionary)
        for index in 0..<count {
            guard let frame = CGImageSourceCreateImageAtIndex(source, index, nil) else { continue }
            let size = CGSize(width: frame.width / 2, height: frame.height / 2)
            let format = UIGraphicsImageRendererFormat()
            format.scale = 1
            let half = UIGraphicsImageRenderer(size: size, format: format).image { _ in
                UIImage(cgImage: frame).draw(in: CGRect(origin: .zero, size: size))
            }
            let properties =
                CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [String: Any]
            guard let picture = half.cgImage else { continue }
            CGImageDestinationAddImage(
                writer,
                picture,
                [key: properties?[key] ?? [:]] as CFDictionary
            )
        }
        return CGImageDestinationFinalize(writer) ? result as Data : nil
    }

    /// A circle with the first letters of a name.
    private func avatar(of name: String) -> UIImage {
        let size = CGSize(width: 40, height: 40)
        let letters = name.split(separator: " ").prefix(2).compactMap(\.first).map(String.init)
            .joined()
        return UIGraphicsImageRenderer(size: size).image { context in
            let bounds = CGRect(origin: .zero, size: size)
            context.cgContext.addEllipse(in: bounds)
            context.cgContext.clip()
            UIColor.systemIndigo.setFill()
            context.fill(bounds)
            let attributes: [NSAttributedString.Key: Any] = [
                .font: UIFont.systemFont(ofSize: 16, weight: .semibold),
                .foregroundColor: UIColor.white,
            ]
            let extent = letters.size(withAttributes: attributes)
            let corner = CGPoint(
                x: bounds.midX - extent.width / 2,
                y: bounds.midY - extent.height / 2
            )
            letters.draw(at: corner, withAttributes: attributes)
        }
    }
}

struct PictureExtensionTests {
    /// The report of a push with such members, and the files that are attached.
    private func report(_ members: [String: String]) async throws -> (DeliveryReport, [Data]) {
        let device = SimulatedDevice(profile: DeviceProfile(app: "com.example.app")) {
            PictureService()
        }
        var payload: [String: Any] = ["aps": ["alert": "Hello", "mutable-content": 1]]
        payload.merge(members) { $1 }
        let bytes = Array(try JSONSerialization.data(withJSONObject: payload))
        let report = await device.report(of: device.deliver(payload: bytes))
        let files = await device.asApp {
            await UNUserNotificationCenter.current().deliveredNotifications()
                .flatMap(\.request.content.attachments)
                .compactMap { try? Data(contentsOf: $0.url) }
        }
        return (report, files)
    }

    @Test func `a moving picture is attached in half its size, with a frame to show`() async throws
    {
        let frames = ["1111222233330000", "2222222222222222"].map {
            PlainGIF.frame($0, columns: 4, delay: 20)
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try PlainGIF.file(4, 4, [PlainGIF.loops(2)] + frames).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (report, files) = try await report(["picture": file.path])
        #expect(report.faults.isEmpty)
        let attachment = try #require(report.shown?.attachments.first)
        #expect(attachment.type == "com.compuserve.gif" && attachment.thumbnailTime == 1)
        let gif = try #require(files.first.flatMap { GIFFacts($0) })
        #expect(gif.width == 2 && gif.delays == [0.2, 0.2] && gif.loops == 2)
        #expect(Pixels(gif.images.last)[0, 0] == [0, 255, 0, 255])
    }

    @Test func `the sender is drawn in a circle, by the first letters of the name`() async throws {
        let (report, files) = try await report(["name": "Ann Example"])
        #expect(report.faults.isEmpty)
        #expect(report.shown?.attachments.map(\.type) == ["public.png"])
        let image = try #require(files.first.flatMap { UIImage(data: $0) })
        #expect(image.size == CGSize(width: 120, height: 120))
        let pixels = Pixels(image)
        #expect(pixels[0, 0] == [0, 0, 0, 0] && pixels[60, 4] == [88, 86, 214, 255])
        let (_, others) = try await self.report(["name": "Bob Example"])
        #expect(others.first != nil && others != files)
    }
}

/// What another reader of the file sees.
private struct GIFFacts {
    let width: Int?
    let delays: [Double?]
    let loops: Int?
    let images: [UIImage]

    init?(_ data: Data) {
        guard let source = CGImageSourceCreateWithData(data as CFData, nil) else { return nil }
        let key = kCGImagePropertyGIFDictionary as String
        let all = (0..<CGImageSourceGetCount(source)).map {
            CGImageSourceCopyPropertiesAtIndex(source, $0, nil) as? [String: Any]
        }
        width = all.first??[kCGImagePropertyPixelWidth as String] as? Int
        delays = all.map { ($0?[key] as? [String: Any])?["UnclampedDelayTime"] as? Double }
        let whole = CGImageSourceCopyProperties(source, nil) as? [String: Any]
        loops = (whole?[key] as? [String: Any])?["LoopCount"] as? Int
        images = all.indices.compactMap { CGImageSourceCreateImageAtIndex(source, $0, nil) }
            .map { UIImage(cgImage: $0) }
    }
}
