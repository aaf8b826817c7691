// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PictureShims
import Testing
import UIKit

struct TextTests {
    private static func font(_ size: CGFloat) -> [NSAttributedString.Key: Any] {
        [.font: UIFont.boldSystemFont(ofSize: size), .foregroundColor: UIColor.red]
    }

    @Test func `a letter is drawn in dots of a tenth of its size`() {
        let pixels = Pixels.drawn(7, 13) { _ in
            "T".draw(at: .zero, withAttributes: Self.font(10))
        }
        // The line reaches up to 9.5, so that the dots lie between the pixels.
        let inks = pixels.rows.map { row in row.map { $0 == "." ? "." : "#" }.joined() }
        #expect(inks.filter { $0 == "#####.." }.count == 2)
        #expect(inks.filter { $0 == "..#...." }.count == 6)
        #expect(abs(pixels.area - 11) < 0.2)
        #expect(pixels[0, 3].prefix(3) == [255, 0, 0])
    }

    @Test func `two texts of letters look different, and one always looks the same`() {
        let texts = ["AB", "BA", "AC", "ÁB", "ab", "12", "?!"]
        let pictures = texts.map { text in
            Pixels.drawn(40, 40) { _ in text.draw(at: .zero, withAttributes: Self.font(20)) }.bytes
        }
        #expect(Set(pictures).count == texts.count - 1)
        // Letters lose their accents.
        #expect(pictures[0] == pictures[3])
    }

    @Test(arguments: ["字", "Ж", "👩‍👩‍👧", "🇩🇪", "\u{1}"])
    func `a character without dots is one empty box`(_ text: String) {
        let box = Pixels.drawn(40, 40) { _ in "字".draw(at: .zero, withAttributes: Self.font(20)) }
        let pixels = Pixels.drawn(40, 40) { _ in text.draw(at: .zero, withAttributes: Self.font(20))
        }
        #expect(pixels.bytes == box.bytes && pixels.area > 60)
    }

    @Test func `a text has the size in which it is drawn`() {
        #expect("".size(withAttributes: Self.font(20)) == .zero)
        let size = "AB ".size(withAttributes: Self.font(20))
        #expect(abs(size.width - 24) < 0.001)
        #expect(abs(size.height - UIFont.systemFont(ofSize: 20).lineHeight) < 0.001)
        #expect(
            ("A\n\nBC" as NSString).size(withAttributes: Self.font(20)).height == size.height * 3
        )
        let bounds = "AB CD".boundingRect(
            with: CGSize(width: 30, height: CGFloat.infinity),
            options: [.usesLineFragmentOrigin, .usesFontLeading],
            attributes: Self.font(20),
            context: nil
        )
        #expect(abs(bounds.width - 24) < 0.001 && abs(bounds.height - 2 * size.height) < 0.001)
    }

    @Test(arguments: [(NSTextAlignment.left, 0), (.center, 38), (.right, 76), (.natural, 0)])
    func `a text begins where its style says`(_ alignment: NSTextAlignment, _ start: Int) {
        let style = NSMutableParagraphStyle()
        style.alignment = alignment
        var attributes = Self.font(40)
        attributes[.paragraphStyle] = style
        let pixels = Pixels.drawn(100, 50) { _ in
            "H".draw(in: CGRect(x: 0, y: 0, width: 100, height: 50), withAttributes: attributes)
        }
        let row = pixels.rows[30]
        #expect(row.firstIndex(of: "#").map { row.distance(from: row.startIndex, to: $0) } == start)
    }

    @Test func `a text in a rectangle breaks between words, and ends below it`() {
        func rows(_ text: String, height: CGFloat) -> [Int] {
            let pixels = Pixels.drawn(30, 60) { _ in
                let rectangle = CGRect(x: 0, y: 0, width: 25, height: height)
                text.draw(in: rectangle, withAttributes: Self.font(10))
            }
            let inked = pixels.rows.indices.filter { pixels.rows[$0].contains { $0 != "." } }
            // The number of rows of letters in each line of text.
            return (0..<5).map { line in
                inked.filter { Int(Double($0) / 11.9) == line }.count
            }
        }
        let (one, two) = (rows("HH", height: 60), rows("HH HH", height: 60))
        #expect(one.filter { $0 > 0 }.count == 1)
        #expect(two.filter { $0 > 0 }.count == 2)
        #expect(rows("HHHHHHHHHH", height: 60).filter { $0 > 0 }.count == 3)
        #expect(rows("HH HH HH", height: 10).filter { $0 > 0 }.count == 1)
    }

    @Test func `parts of a text have their own colours and sizes`() {
        let text = NSMutableAttributedString(string: "A", attributes: Self.font(20))
        text.append(
            NSAttributedString(
                string: "B",
                attributes: [.font: UIFont.systemFont(ofSize: 10), .foregroundColor: UIColor.blue]
            )
        )
        #expect(abs(text.size().width - 18) < 0.001)
        let pixels = Pixels.drawn(20, 24) { _ in text.draw(at: .zero) }
        #expect(pixels[0, 12].prefix(3) == [255, 0, 0])
        // Both stand on one line.
        #expect(pixels[12, 16].prefix(3) == [0, 0, 255])
        #expect(pixels[12, 8][3] == 0)
    }

    @Test func `without a context nothing is drawn`() {
        "A".draw(at: .zero)
        UIBezierPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1)).addClip()
        UIColor.red.set()
        #expect(UIGraphicsGetCurrentContext() == nil)
    }
}
