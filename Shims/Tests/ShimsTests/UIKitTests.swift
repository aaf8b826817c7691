// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UIKit

struct UIKitTests {
    private static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
        0, 0, 1, 2, 0, 0, 0, 3,
    ]
    private static let gif: [UInt8] = Array("GIF89a".utf8) + [4, 1, 5, 0]
    /// A comment of two bytes comes before the frame.
    private static let jpeg: [UInt8] = [
        0xFF, 0xD8, 0xFF, 0xFE, 0, 4, 1, 2, 0xFF, 0xFF, 0xC0, 0, 11, 8, 0, 6, 1, 7, 1, 1, 0x11, 0,
    ]

    @Test(arguments: [
        (png, CGSize(width: 258, height: 3)),
        (gif, CGSize(width: 260, height: 5)),
        (jpeg, CGSize(width: 263, height: 6)),
    ])
    func `a picture has the size that its first bytes say`(_ bytes: [UInt8], _ size: CGSize) {
        #expect(UIImage(data: Data(bytes))?.size == size)
    }

    @Test(arguments: [[], Array("text".utf8)] + [png, gif, jpeg].map { Array($0.prefix(9)) })
    func `what has no such first bytes is no picture`(_ bytes: [UInt8]) {
        #expect(UIImage(data: Data(bytes)) == nil)
    }

    @Test func `a JPEG without a frame, or with a segment that leads nowhere, is no picture`() {
        for length in 0..<Self.jpeg.count - 4 {
            #expect(UIImage(data: Data(Self.jpeg.prefix(length))) == nil)
        }
        let circle: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0, 0, 0, 0, 0]
        #expect(UIImage(data: Data(circle)) == nil)
    }

    @Test func `the bytes of a PNG come back as they are; without pixels nothing is converted`()
        throws
    {
        let png = try #require(UIImage(data: Data(Self.png)))
        #expect(png.pngData() == Data(Self.png))
        #expect(png.jpegData(compressionQuality: 1) == nil)
        let gif = try #require(UIImage(data: Data(Self.gif)))
        #expect(gif.pngData() == nil)
        #expect(gif.cgImage == nil)
        let jpeg = try #require(UIImage(data: Data(Self.jpeg)))
        #expect(jpeg.jpegData(compressionQuality: 1) == nil)
    }

    @Test func `a picture without rows or columns is none`() {
        for place in [6, 8] {
            var bytes = Self.gif
            bytes.replaceSubrange(place..<place + 2, with: [0, 0])
            #expect(UIImage(data: Data(bytes)) == nil)
        }
    }

    @Test func `a picture is read from its file`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(Self.png).write(to: file)
        #expect(UIImage(contentsOfFile: file.path)?.pngData() == Data(Self.png))
        try FileManager.default.removeItem(at: file)
        #expect(UIImage(contentsOfFile: file.path) == nil)
    }

    @Test func `a controller loads its view once, when it is asked for`() {
        let controller = LabelController()
        #expect(!controller.isViewLoaded)
        #expect(controller.view.subviews == [controller.label])
        _ = controller.view
        #expect(controller.loads == 1)
        #expect(controller.label.superview === controller.view)
    }

    @Test func `a view leaves the one that held it`() {
        let (first, second, label) = (UIView(), UIView(), UILabel())
        first.addSubview(label)
        second.addSubview(label)
        #expect(first.subviews.isEmpty)
        #expect(second.subviews == [label])
        label.removeFromSuperview()
        #expect(label.superview == nil)
        #expect(second.subviews.isEmpty)
    }

    @Test func `a view of a picture has its size`() {
        let view = UIImageView(image: UIImage(data: Data(Self.gif)))
        #expect(view.bounds == CGRect(x: 0, y: 0, width: 260, height: 5))
    }

    @Test func `colours of the same parts are equal`() {
        #expect(UIColor.white == UIColor(red: 1, green: 1, blue: 1, alpha: 1))
        #expect(UIColor.clear != UIColor.black)
    }

    @Test func `the device is no iPhone`() {
        #expect(UIDevice.current.systemName == "Linux")
        #expect(UIDevice.current.systemVersion.split(separator: ".").count == 3)
    }
}

private final class LabelController: UIViewController {
    let label = UILabel()
    var loads = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        loads += 1
        view.addSubview(label)
    }
}
