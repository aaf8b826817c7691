// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

extension PairingLink {
    /// The pairing code as an SVG picture, **with the secret**: error correction of level M, and
    /// four light modules on each side.
    ///
    /// It is an XML document with a white ground; in a page of HTML it can stand as it is.
    public var svg: String { code(.picture).svg }

    /// The pairing code of an app link as an SVG picture, **with the secret**.
    ///
    /// - Parameter page: A URL of the app.
    /// - Returns: The picture; nil for a URL of which ``SealedPush/PairingLink/text(at:)`` makes no
    ///   link, and for one that is too long for a code, at about 2,000 bytes.
    public func svg(at page: String) -> String? { code(.picture, at: page)?.svg }

    /// The pairing code as lines for a terminal, **with the secret**: error correction of level L,
    /// and two light modules on each side.
    ///
    /// Each character is two modules, one above the other: a link of 134 characters takes 45
    /// columns and 23 rows. The last line has no line feed behind it.
    ///
    /// - Parameter colored: True for a terminal with 256 colours: the code is black on white there,
    ///   whatever colours the terminal has. Without colours it is inverted on a light terminal,
    ///   which most readers take as well.
    /// - Returns: The lines.
    public func terminal(colored: Bool) -> String { code(.terminal).terminal(colored: colored) }

    /// The pairing code as lines for a terminal of so many columns, **with the secret**.
    ///
    /// Where there is none show the link's text: lines that break can't be read.
    ///
    /// - Parameters:
    ///   - colored: True for a terminal with 256 colours.
    ///   - columns: The columns of the terminal.
    ///   - page: A URL of the app, for an app link.
    /// - Returns: The lines; nil if the code needs more columns, and for a page of which
    ///   ``SealedPush/PairingLink/text(at:)`` makes no link or no code.
    public func terminal(colored: Bool, columns: Int, at page: String? = nil) -> String? {
        let code: QRCode? =
            if let page { code(.terminal, at: page) } else { code(.terminal) }
        guard let code, code.columns <= columns else { return nil }
        return code.terminal(colored: colored)
    }

    /// The columns and rows of a terminal that the code takes.
    ///
    /// - Parameter page: A URL of the app, for an app link.
    /// - Returns: Both; nil where there is no code.
    package func terminalSize(at page: String? = nil) -> (columns: Int, rows: Int)? {
        let code: QRCode? =
            if let page { code(.terminal, at: page) } else { code(.terminal) }
        return code.map { ($0.columns, ($0.columns + 1) / 2) }
    }

    /// The places at which a code is shown.
    private enum Place {
        case picture
        case terminal
    }

    private func code(_ place: Place) -> QRCode {
        // At most 277 bytes, of 2,331.
        guard let code = Self.code(of: text, place) else {
            preconditionFailure("a link fits into a code")
        }
        return code
    }

    private func code(_ place: Place, at page: String) -> QRCode? {
        text(at: page).flatMap { Self.code(of: $0, place) }
    }

    private static func code(of text: String, _ place: Place) -> QRCode? {
        switch place {
        case .picture: QRCode(of: text)
        case .terminal: QRCode(of: text, correction: .low, quietZone: 2)
        }
    }
}
