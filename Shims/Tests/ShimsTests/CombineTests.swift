// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import Synchronization
import Testing

/// What we add to OpenCombine, and that its parts are there under Apple's names.
struct CombineTests {
    private enum Failure: Error {
        case lost
    }

    /// What a publisher has sent until now, and its end.
    private final class Heard<Output: Sendable>: Sendable {
        private let state = Mutex<(values: [Output], end: String?)>(([], nil))

        var values: [Output] { state.withLock(\.values) }
        var end: String? { state.withLock(\.end) }

        func listen<Failure>(to publisher: some Publisher<Output, Failure>) -> AnyCancellable {
            publisher.sink { completion in
                self.state.withLock { $0.end = "\(completion)" }
            } receiveValue: { value in
                self.state.withLock { $0.values.append(value) }
            }
        }
    }

    @Test func `a subscription ends when its cancellable goes`() {
        let subject = PassthroughSubject<Int, Never>()
        let heard = Heard<Int>()
        var cancellables: Set<AnyCancellable> = []
        heard.listen(to: subject.map { $0 * 10 }).store(in: &cancellables)
        subject.send(1)
        cancellables.removeAll()
        subject.send(2)
        #expect(heard.values == [10])
        #expect(heard.end == nil)
    }

    @Test func `merged publishers send every value, and end with the later one`() {
        let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let heard = Heard<Int>()
        let subscription = heard.listen(to: first.merge(with: second))
        first.send(1)
        second.send(2)
        first.send(completion: .finished)
        second.send(3)
        #expect(heard.values == [1, 2, 3])
        #expect(heard.end == nil)
        second.send(completion: .finished)
        #expect(heard.end == "finished")
        withExtendedLifetime(subscription) {}
    }

    @Test func `a failure ends merged publishers`() {
        let first = PassthroughSubject<Int, Failure>()
        let second = PassthroughSubject<Int, Failure>()
        let heard = Heard<Int>()
        let subscription = heard.listen(to: first.merge(with: second))
        first.send(completion: .failure(.lost))
        second.send(1)
        #expect(heard.values == [])
        #expect(heard.end?.contains("lost") == true)
        withExtendedLifetime(subscription) {}
    }

    @Test func `the latest values of two come together once both have one`() {
        let (first, second) = (PassthroughSubject<Int?, Never>(), PassthroughSubject<Int, Never>())
        let heard = Heard<[Int?]>()
        let subscription = heard.listen(to: first.combineLatest(second) { [$0, $1] })
        first.send(1)
        first.send(2)
        second.send(3)
        first.send(nil)
        second.send(4)
        #expect(heard.values == [[2, 3], [nil, 3], [nil, 4]])
        withExtendedLifetime(subscription) {}
    }

    @Test func `threads that send at once lose no pair`() {
        nonisolated(unsafe) let first = CurrentValueSubject<Int, Never>(0)
        nonisolated(unsafe) let second = CurrentValueSubject<Int, Never>(0)
        let heard = Heard<Int>()
        let subscription = unsafe heard.listen(to: first.combineLatest(second).map { $0 + $1 })
        DispatchQueue.concurrentPerform(iterations: 1000) {
            unsafe ($0 % 2 == 0 ? first : second).send(1)
        }
        #expect(heard.values.count == 1001)
        #expect(heard.values.last == 2)
        withExtendedLifetime(subscription) {}
    }

    @Test func `values come on a queue in their order`() async {
        let queue = DispatchQueue(label: "values")
        queue.setSpecific(key: Self.key, value: true)
        let numbers = (1...100).publisher.receive(on: queue).map { number in
            DispatchQueue.getSpecific(key: Self.key) == true ? number : 0
        }
        var heard: [Int] = []
        for await number in numbers.values { heard.append(number) }
        #expect(heard == Array(1...100))
    }

    private static let key = DispatchSpecificKey<Bool>()

    @Test func `a publisher times out on a queue`() async {
        let silent = PassthroughSubject<Int, Failure>()
        let queue = DispatchQueue(label: "time-out")
        await #expect(throws: Failure.lost) {
            let bounded = silent.timeout(.milliseconds(5), scheduler: queue) { .lost }
            for try await _ in bounded.values {}
        }
    }

    @Test func `a published property sends its value, and each new one`() {
        final class Model: ObservableObject {
            @Published var name = "a"
        }
        let model = Model()
        let heard = Heard<String>()
        let subscription = heard.listen(to: model.$name)
        model.name = "b"
        #expect(heard.values == ["a", "b"])
        withExtendedLifetime(subscription) {}
    }

    @Test func `notifications come until the subscription ends`() {
        let (center, name) = (NotificationCenter(), Notification.Name("changed"))
        let heard = Heard<String>()
        let subscription = heard.listen(to: center.publisher(for: name).map(\.name.rawValue))
        center.post(name: name, object: nil)
        subscription.cancel()
        center.post(name: name, object: nil)
        #expect(heard.values == ["changed"])
    }

    @Test func `what a URL leads to is decoded`() async throws {
        let url = try #require(URL(string: "data:application/json,%5B1,2%5D"))
        let numbers = URLSession.shared.dataTaskPublisher(for: url).map(\.data)
            .decode(type: [Int].self, decoder: JSONDecoder())
        var heard: [[Int]] = []
        for try await list in numbers.values { heard.append(list) }
        #expect(heard == [[1, 2]])
    }
}
