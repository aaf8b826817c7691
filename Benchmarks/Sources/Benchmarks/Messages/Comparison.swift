// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What sealing or opening costs beside the sum of the primitives that it can't do without.
struct Comparison {
    /// A primitive, and the nanoseconds that each library takes for it.
    struct Cost {
        let name: String
        let times: [(library: Primitive.Library, nanoseconds: Double)]
    }

    /// The nanoseconds that sealing or opening takes.
    let nanoseconds: Double
    /// The primitives, each in every library that has it.
    let costs: [Cost]

    /// The sum of the primitives, each in its fastest library.
    ///
    /// A sum of medians: a median of sums would grow with every disturbance of any primitive, and so make a
    /// slow subject look well on a busy machine.
    var sum: Double {
        costs.reduce(0) { $0 + ($1.times.map(\.nanoseconds).min() ?? 0) }
    }

    /// The first beside the second.
    var ratio: Double { nanoseconds / sum }

    /// Measures all of it in the same rounds.
    init(of subject: Work, to primitives: [Primitive], rounds: Rounds) throws {
        let works = [subject] + primitives.flatMap { $0.candidates.map(\.work) }
        var medians = try rounds.medians(of: works)[...]
        nanoseconds = medians.removeFirst()
        costs = primitives.map { primitive in
            Cost(
                name: primitive.name,
                times: primitive.candidates.map { ($0.library, medians.removeFirst()) }
            )
        }
    }
}

extension Comparison.Cost {
    /// The primitive and what each library takes for it.
    var text: String {
        let times = times.map { library, nanoseconds in
            "\(library.rawValue) \(Int(nanoseconds.rounded())) ns"
        }
        return name + ": " + times.joined(separator: ", ")
    }
}
