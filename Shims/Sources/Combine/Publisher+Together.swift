// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import OpenCombine

// What OpenCombine lacks: there, publishers are only zipped.
extension Publisher {
    /// Makes a publisher of the values of two, which ends with the later one or the first failure.
    public func merge<Other: Publisher>(with other: Other) -> AnyPublisher<Output, Failure>
    where Other.Output == Output, Other.Failure == Failure {
        [eraseToAnyPublisher(), other.eraseToAnyPublisher()].publisher
            .setFailureType(to: Failure.self)
            .flatMap { $0 }
            .eraseToAnyPublisher()
    }

    /// Makes a publisher of pairs: the latest values of both at each new one, once both have one.
    public func combineLatest<Other: Publisher>(
        _ other: Other
    ) -> AnyPublisher<(Output, Other.Output), Failure> where Other.Failure == Failure {
        let latest: (first: Output?, second: Other.Output?) = (nil, nil)
        return map { (first: Output?.some($0), second: Other.Output?.none) }
            .merge(with: other.map { (first: nil, second: $0) })
            .scan(latest) { ($1.first ?? $0.first, $1.second ?? $0.second) }
            .compactMap { first, second in
                guard let first, let second else { return nil }
                return (first, second)
            }
            .eraseToAnyPublisher()
    }

    /// Makes a publisher of what `transform` makes of the latest values of both.
    public func combineLatest<Other: Publisher, Result>(
        _ other: Other,
        _ transform: @escaping (Output, Other.Output) -> Result
    ) -> AnyPublisher<Result, Failure> where Other.Failure == Failure {
        combineLatest(other).map(transform).eraseToAnyPublisher()
    }
}
