// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PictureShims

/// The one font that there is: each character in dots, five columns of seven.
///
/// It has the letters, digits and signs of ASCII; letters with accents lose them. Any other
/// character is an empty box. So a text is drawn the same on every machine, and two texts of ASCII
/// look different.
enum DotFont {
    /// How far a character reaches, in columns of dots: with a gap behind it.
    static let columns = 6

    /// From the space to the tilde, a byte a column, the lowest bit on top.
    private static let table = [
        "000000000000005F00000007000700147F147F14242A7F2A12231308646236495620500000070000",
        "001C2241000041221C002A1C7F1C2A08083E08080050300000080808080800606000002010080402",
        "3E5149453E00427F400042615149462141454B311814127F1027454545393C4A4949300171090503",
        "3649494936064949291E003636000000563600000008142241141414141441221408000201510906",
        "324979413E7E1111117E7F494949363E414141227F4141221C7F494949417F090909013E41415132",
        "7F0808087F00417F41002040413F017F081422417F404040407F0204027F7F0408107F3E4141413E",
        "7F090909063E4151215E7F09192946464949493101017F01013F4040403F1F2040201F7F2018207F",
        "631408146303047804036151494543007F41410002040810200041417F0004020102044040404040",
        "000102040020545454787F484444383844444420384444487F3854545418087E0901020C5252523E",
        "7F0804047800447D40002040443D007F1028440000417F40007C041804787C080404783844444438",
        "7C14141408081414187C7C080404084854545420043F4440203C4040207C1C2040201C3C4030403C",
        "44281028440C5050503C4464544C44000836410000007F000000413608000804081008",
    ]

    private static let glyphs: [[UInt8]] = {
        let digits = table.joined().compactMap { $0.hexDigitValue.map(UInt8.init) }
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
            digits[$0] << 4 | digits[$0 + 1]
        }
        return stride(from: 0, to: bytes.count, by: 5).map { Array(bytes[$0..<$0 + 5]) }
    }()

    private static let box: [UInt8] = [0x7F, 0x41, 0x41, 0x41, 0x7F]

    private static func glyph(_ character: Character) -> [UInt8] {
        guard !character.isWhitespace else { return [] }
        let plain = String(character)
            .folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
        guard plain.utf8.count == 1, let byte = plain.utf8.first, byte >= 0x20,
            Int(byte) - 0x20 < glyphs.count
        else { return box }
        return glyphs[Int(byte) - 0x20]
    }

    /// Adds the dots of a character to an outline.
    ///
    /// - Parameters:
    ///   - character: The character.
    ///   - outline: Takes the dots.
    ///   - corner: Where the first row and column are.
    ///   - dot: The side of a dot.
    static func add(
        _ character: Character,
        to outline: inout Outline,
        at corner: CGPoint,
        dot: CGFloat
    ) {
        for (column, bits) in glyph(character).enumerated() {
            for row in 0..<7 where bits >> row & 1 == 1 {
                outline.add(
                    CGRect(
                        x: corner.x + CGFloat(column) * dot,
                        y: corner.y + CGFloat(row) * dot,
                        width: dot,
                        height: dot
                    )
                )
            }
        }
    }
}
