// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where the lines of a text begin.
public enum NSTextAlignment: Int, Sendable {
    /// On the left.
    case left
    /// In the middle.
    case center
    /// On the right.
    case right
    /// On the left, and not stretched here.
    case justified
    /// Where the language begins, which is on the left here.
    case natural
}

/// How the lines of a text lie, of which the alignment is known; lines break between words.
open class NSParagraphStyle: NSObject {
    /// The usual style.
    public static var `default`: NSParagraphStyle { NSParagraphStyle() }

    /// Where lines begin.
    open internal(set) var alignment = NSTextAlignment.natural

    /// The usual style.
    override public init() {}

    /// A copy that can be changed.
    override open func mutableCopy() -> Any {
        let copy = NSMutableParagraphStyle()
        copy.alignment = alignment
        return copy
    }
}

/// How the lines of a text lie, to be changed.
open class NSMutableParagraphStyle: NSParagraphStyle {
    /// Where lines begin.
    override open var alignment: NSTextAlignment {
        get { super.alignment }
        set { super.alignment = newValue }
    }
}

extension NSAttributedString.Key {
    /// A ``UIFont``; without one it is 12 points.
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    /// A ``UIColor``; without one it is black.
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
    /// An ``NSParagraphStyle``.
    public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
}
