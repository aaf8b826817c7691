// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension SimulatedDevice {
    /// The list and the badge for people, the latest notification first, in lines as those of
    /// ``DeliveryReport/text``.
    public var listText: String {
        let list = center.list
        let head = list.entries.isEmpty ? "the list is empty" : "the list, the latest first"
        var lines = ["\(head) (badge \(list.badge)):"]
        for (number, entry) in list.entries.enumerated() {
            for (index, line) in entry.shown.lines.flatMap(\.printableLines).enumerated() {
                lines.append("  \(index == 0 ? "\(number + 1)" : " ") | \(line)")
            }
        }
        if list.entries.isEmpty { lines[0].removeLast() }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What the list holds, the latest notification first.
    package var listed: [ShownNotification] { center.list.entries.map(\.shown) }
}
