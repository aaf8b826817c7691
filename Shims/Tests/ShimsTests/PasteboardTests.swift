// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UIKit

struct PasteboardTests {
    @Test func `the pasteboard has what was copied last`() {
        let board = UIPasteboard.general
        let changes = board.changeCount
        board.string = "123456"
        #expect(board.strings == ["123456"])
        #expect(!board.hasURLs)
        board.setData(Data([1]), forPasteboardType: "public.png")
        #expect(board.string == nil)
        #expect(board.data(forPasteboardType: "public.png") == Data([1]))
        board.url = URL(string: "https://example.com")
        #expect(board.url?.host == "example.com")
        #expect(board.string == "https://example.com")
        #expect(board.numberOfItems == 1)
        board.strings = ["1", "2"]
        #expect(board.string == "1")
        #expect(board.numberOfItems == 2)
        board.string = nil
        #expect(!board.hasStrings)
        #expect(board.changeCount == changes + 5)
    }
}
