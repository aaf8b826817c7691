// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A server of pictures, some of which are faults.
public enum MediaServer {
    /// What a picture begins with, and more.
    public static let png: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n picture".utf8)

    /// A server that has a picture at every path but a few.
    public static func start() throws -> WebServer {
        try WebServer { request in
            switch request.path {
            case "/page.png":
                .init(
                    Array("<!DOCTYPE html><html><body>Sign in</body></html>".utf8),
                    type: "text/html"
                )
            case "/slow.png": .init(png, type: "image/png", after: .seconds(5))
            case "/receipt": .init([], type: "application/json")
            case "/none.png": .init([], type: "text/plain", status: 404)
            default: .init(png, type: "image/png")
            }
        }
    }

    /// The path of the picture that brings about a planted fault of this name.
    public static func path(for fault: String?) -> String {
        switch fault {
        case "wrongFileType": "/photo.bmp"
        case "pageInsteadOfPicture": "/page.png"
        case "slowDownload": "/slow.png"
        default: "/photo.png"
        }
    }
}
