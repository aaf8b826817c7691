// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The local states of all programs: a tree of the answers that each has had so far.
///
/// Real code can't be copied in the middle of a run, but what it does next depends on nothing but
/// the answers that it has had. So a node of the tree stands for a process that waits with its next
/// step, and is run again from the start where that step is not known yet. Processes of one program
/// share the tree, and every path of it is run only once.
final class Histories {
    struct Node {
        let program: Int
        let parent: Int
        /// The number of the answer that led here.
        let answer: Int
        /// The number of the step that comes next, nil until the code was run as far as this.
        var call: Int?
        var handOvers: Int
        var hasExpired: Bool
        var children: [(answer: Int, node: Int)] = []
    }

    private(set) var nodes: [Node] = []
    private(set) var roots: [Int] = []
    var calls = Interner(Call(kind: .end))
    var answers = Interner(Answer.done)
    var handings = Interner(Handing.placeholder)

    /// The steps of each program that were met so far.
    private(set) var steps: [Set<Int>] = []

    /// Adds a program, and returns its number.
    func addProgram() -> Int {
        roots.append(nodes.count)
        steps.append([])
        nodes.append(
            Node(
                program: roots.count - 1,
                parent: -1,
                answer: -1,
                handOvers: 0,
                hasExpired: false
            )
        )
        return roots.count - 1
    }

    func child(of node: Int, after answer: Int) -> Int? {
        nodes[node].children.first { $0.answer == answer }?.node
    }

    /// The answers that lead to a node, the first one first.
    func answers(to node: Int) -> [Int] {
        var answers: [Int] = []
        var node = node
        while nodes[node].parent >= 0 {
            answers.append(nodes[node].answer)
            node = nodes[node].parent
        }
        return answers.reversed()
    }

    /// The node that a process comes to by an answer; a new one where it never came there.
    func descend(from node: Int, by answer: Int) -> Int {
        if let child = child(of: node, after: answer) { return child }
        let parent = nodes[node]
        let isHandOver = parent.call.map { calls[$0].kind == .handOver } ?? false
        let isExpiry = answers[answer] == .expire
        nodes[node].children.append((answer, nodes.count))
        nodes.append(
            Node(
                program: parent.program,
                parent: node,
                answer: answer,
                handOvers: parent.handOvers + (isHandOver && !isExpiry ? 1 : 0),
                hasExpired: parent.hasExpired || isExpiry
            )
        )
        return nodes.count - 1
    }

    /// Notes which step comes next at a node, and returns it as it was met first.
    ///
    /// A run that takes another step after the same answers is a fault of the exploration: then the
    /// code depends on something else. Only what is sealed anew in each run may differ: the
    /// contents of a file, of which the first count.
    func meet(_ call: Call, at node: Int, value: () -> Int) -> Call {
        if let known = nodes[node].call {
            let first = calls[known]
            precondition(
                (first.kind, first.path, first.target) == (call.kind, call.path, call.target),
                "\(call) after the same answers as \(first)"
            )
            precondition(
                [.create, .append].contains(call.kind) || first.value == call.value,
                "not the same again"
            )
            return first
        }
        var call = call
        call.value = value()
        let number = calls.number(of: call)
        nodes[node].call = number
        steps[nodes[node].program].insert(number)
        return call
    }
}
