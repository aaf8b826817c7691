// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PictureShims

/// A text in lines.
struct TextLayout {
    private struct Letter {
        let character: Character
        let font: UIFont
        let color: UIColor

        var width: CGFloat { CGFloat(DotFont.columns) * font.dot }
    }

    private struct Line {
        var letters: ArraySlice<Letter>
        let alignment: NSTextAlignment
        /// The font of an empty line.
        let font: UIFont

        /// Without the spaces at its end.
        var width: CGFloat {
            let end = letters.lastIndex { !$0.character.isWhitespace } ?? letters.startIndex - 1
            return letters[...end].reduce(0) { $0 + $1.width }
        }
        var fonts: [UIFont] { letters.isEmpty ? [font] : letters.map(\.font) }
        var height: CGFloat { fonts.map(\.lineHeight).max() ?? 0 }
        var ascender: CGFloat { fonts.map(\.ascender).max() ?? 0 }
    }

    private static let usualFont = UIFont.systemFont(ofSize: 12)

    private var lines: [Line] = []

    /// Lays out a text; lines break between words where they would be wider than told.
    init(_ text: NSAttributedString, width: CGFloat = .infinity) {
        var letters: [Letter] = []
        var alignment = NSTextAlignment.natural
        let whole = NSRange(location: 0, length: text.length)
        unsafe text.enumerateAttributes(in: whole) { attributes, range, _ in
            let part = (text.string as NSString).substring(with: range)
            let font = attributes[.font] as? UIFont ?? Self.usualFont
            let color = attributes[.foregroundColor] as? UIColor ?? .black
            let style = attributes[.paragraphStyle] as? NSParagraphStyle
            if range.location == 0 { alignment = style?.alignment ?? .natural }
            letters += part.map { Letter(character: $0, font: font, color: color) }
        }
        guard let font = letters.first?.font else { return }
        let parts = letters.split(
            omittingEmptySubsequences: false,
            whereSeparator: \.character.isNewline
        )
        for part in parts {
            var rest = part
            repeat {
                let line = Self.lineBeginning(rest, width)
                lines.append(Line(letters: line, alignment: alignment, font: font))
                rest = rest[line.endIndex...]
            } while !rest.isEmpty
        }
    }

    /// The letters that fit in a line: whole words, or else as much of one as fits.
    private static func lineBeginning(
        _ letters: ArraySlice<Letter>,
        _ width: CGFloat
    ) -> ArraySlice<Letter> {
        var sum: CGFloat = 0
        var end = letters.startIndex
        // A hair more, as sums of widths are not exact.
        while end < letters.endIndex, sum + letters[end].width <= width + 0.001 {
            sum += letters[end].width
            end += 1
        }
        guard end < letters.endIndex else { return letters }
        if letters[end].character.isWhitespace {
            let next = letters[end...].firstIndex { !$0.character.isWhitespace }
            return letters[..<(next ?? letters.endIndex)]
        }
        let space = letters[..<end].lastIndex { $0.character.isWhitespace }
        return letters[..<(space.map { $0 + 1 } ?? max(end, letters.startIndex + 1))]
    }

    var size: CGSize {
        CGSize(
            width: lines.map(\.width).max() ?? 0,
            height: lines.reduce(0) { $0 + $1.height }
        )
    }

    /// Draws the lines in the current context, as far as their tops are in a rectangle.
    func draw(in rectangle: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        var top = rectangle.minY
        for line in lines where top < rectangle.maxY {
            let gap = rectangle.width.isFinite ? rectangle.width - line.width : 0
            let left =
                switch line.alignment {
                case .center: rectangle.minX + gap / 2
                case .right: rectangle.minX + gap
                case .left, .justified, .natural: rectangle.minX
                }
            draw(line, at: CGPoint(x: left, y: top + line.ascender), in: context)
            top += line.height
        }
    }

    /// Draws a line by where its first letter stands.
    private func draw(_ line: Line, at start: CGPoint, in context: CGContext) {
        var left = start.x
        context.saveGState()
        for letter in line.letters {
            var outline = Outline()
            let corner = CGPoint(x: left, y: start.y - letter.font.capHeight)
            DotFont.add(letter.character, to: &outline, at: corner, dot: letter.font.dot)
            context.setFillColor(letter.color.cgColor)
            context.fill(outline.applying(context.ctm), by: .winding)
            left += letter.width
        }
        context.restoreGState()
    }
}
