// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ValueObjects

/// A picture, such as a sender's.
///
/// It says where the picture is and holds its bytes if it was made of them; nothing decodes them.
open class INImage: ValueObject, ValueClass {
    package enum Values: ObjectValues {
        case named(String)
        case system(String)
        case data(Data)
        case url(URL, width: Double?, height: Double?)
    }

    /// A picture of the app's bundle.
    public convenience init(named name: String) {
        self.init(values: Values.named(name))
    }

    /// A picture of these bytes.
    public convenience init(imageData: Data) {
        self.init(values: Values.data(imageData))
    }

    /// A picture at a place, near or far; it is not fetched.
    public convenience init?(url URL: URL) {
        self.init(values: Values.url(URL, width: nil, height: nil))
    }

    /// A picture at a place, to be shown in this size in points.
    public convenience init?(url URL: URL, width: Double, height: Double) {
        self.init(values: Values.url(URL, width: width, height: height))
    }

    /// A symbol of the system.
    public class func systemImageNamed(_ systemImageName: String) -> INImage {
        INImage(values: Values.system(systemImageName))
    }
}
