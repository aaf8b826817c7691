// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import PictureShims

/// A colour: four numbers.
///
/// The system's colours are those of a light screen.
public final class UIColor: NSObject, Sendable {
    /// Black.
    public static let black = UIColor(white: 0, alpha: 1)
    /// White.
    public static let white = UIColor(white: 1, alpha: 1)
    /// Grey.
    public static let gray = UIColor(white: 0.5, alpha: 1)
    /// Light grey.
    public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
    /// Dark grey.
    public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
    /// Nothing to be seen.
    public static let clear = UIColor(white: 0, alpha: 0)
    /// Red.
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// Green.
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// Blue.
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    /// Cyan.
    public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
    /// Magenta.
    public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    /// Yellow.
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    /// Orange.
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    /// Purple.
    public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    /// Brown.
    public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)

    /// The system's red.
    public static let systemRed = UIColor(255, 59, 48)
    /// The system's orange.
    public static let systemOrange = UIColor(255, 149, 0)
    /// The system's yellow.
    public static let systemYellow = UIColor(255, 204, 0)
    /// The system's green.
    public static let systemGreen = UIColor(52, 199, 89)
    /// The system's teal.
    public static let systemTeal = UIColor(48, 176, 199)
    /// The system's blue.
    public static let systemBlue = UIColor(0, 122, 255)
    /// The system's indigo.
    public static let systemIndigo = UIColor(88, 86, 214)
    /// The system's purple.
    public static let systemPurple = UIColor(175, 82, 222)
    /// The system's pink.
    public static let systemPink = UIColor(255, 45, 85)
    /// The system's grey.
    public static let systemGray = UIColor(142, 142, 147)
    /// What texts have.
    public static let label = UIColor(white: 0, alpha: 1)
    /// What is behind everything.
    public static let systemBackground = UIColor(white: 1, alpha: 1)

    /// The same colour as other frameworks take it.
    public let cgColor: CGColor

    /// A colour that another framework made.
    public init(cgColor: CGColor) {
        self.cgColor = cgColor
    }

    /// A colour of its parts, each from 0 to 1.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(cgColor: CGColor(red: red, green: green, blue: blue, alpha: alpha))
    }

    /// A grey, from 0 (black) to 1.
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// A colour of the circle of colours, where 0 and 1 are red, paler and darker as told.
    public convenience init(
        hue: CGFloat,
        saturation: CGFloat,
        brightness: CGFloat,
        alpha: CGFloat
    ) {
        let saturation = min(max(saturation, 0), 1)
        func part(_ shift: CGFloat) -> CGFloat {
            let place = (shift + min(max(hue, 0), 1) * 6).truncatingRemainder(dividingBy: 6)
            return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
        }
        self.init(red: part(5), green: part(3), blue: part(1), alpha: alpha)
    }

    private convenience init(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) {
        self.init(red: red / 255, green: green / 255, blue: blue / 255, alpha: 1)
    }

    /// The colour, as opaque as told.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        UIColor(red: parts[0], green: parts[1], blue: parts[2], alpha: alpha)
    }

    /// Tells the parts.
    ///
    /// - Parameters:
    ///   - red: Takes red.
    ///   - green: Takes green.
    ///   - blue: Takes blue.
    ///   - alpha: Takes alpha.
    /// - Returns: True.
    @discardableResult
    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?,
        green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        unsafe red?.pointee = parts[0]
        unsafe green?.pointee = parts[1]
        unsafe blue?.pointee = parts[2]
        unsafe alpha?.pointee = parts[3]
        return true
    }

    /// Sets the colour of what is filled in the current context, and of lines.
    public func set() {
        setFill()
        setStroke()
    }

    /// Sets the colour of what is filled in the current context.
    public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

    /// Sets the colour of lines in the current context.
    public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

    /// Whether `object` is a colour of the same parts.
    override public func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        return cgColor == other.cgColor
    }

    /// A hash of its parts.
    override public var hash: Int { cgColor.hashValue }

    private var parts: [CGFloat] { cgColor.components ?? [0, 0, 0, 0] }
}
