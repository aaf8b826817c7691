// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Intents
import SimulationSupport
import Synchronization

/// A running process of an extension: what it says, what it needs of memory, and how it ends.
///
/// Three threads belong to it: one receives, one waits for its end, one looks at its memory while
/// a run is on and sleeps otherwise.
final class ExtensionProcess: Sendable {
    private struct State {
        /// Those of which something may come.
        var runs = OpenRuns<ProcessExtension>()
        /// Whether it said that it is a host.
        var isReady = false
        /// Whether it takes no other run.
        var isRetired = false
        /// Whether its end was asked for.
        var isAborted = false
        /// Whether it was killed.
        var isKilled = false
        /// Why it was killed, where that is the process's own fault.
        var fault: String?
        var end: ChildProcess.End?
        var isEnded = false

        /// Whether the device has ended it, through no fault of its own.
        var isEndMeant: Bool { isKilled && fault == nil }

        /// How it ended, in a word.
        var word: String {
            if let fault { return fault }
            if isAborted { return "signal \(SIGABRT)" }
            let end = end?.description ?? "unknown"
            return isReady ? end : "\(end), and no word of an extension host"
        }
    }

    /// How often its memory is looked at.
    private static let sampleInterval = 0.002
    /// How long it may take no message, in seconds.
    private static let sendLimit = 5

    /// How long it may live on without a word, in seconds.
    private static let endLimit = 1.0

    private let child: ChildProcess
    private let channel: FrameChannel
    private let gauge: MemoryGauge
    private let output: ErrorOutput
    private let center: DeviceCenter
    private let donations: any DonationBacking
    private let state = Mutex(State())
    private let delays = Mutex(PendingDelays())
    private let wakeUp = DispatchSemaphore(value: 0)
    private let reaped = DispatchSemaphore(value: 0)

    /// Starts a process for a run, which hears of its end however soon that comes.
    ///
    /// - Throws: what the system says where it can't.
    init(
        for run: ProcessExtension,
        executable: String,
        arguments: [String],
        center: DeviceCenter,
        donations: any DonationBacking
    ) throws(SystemError) {
        let (ours, theirs) = try FrameChannel.pair()
        defer { close(theirs) }
        channel = FrameChannel(descriptor: ours)
        channel.limitSending(to: Self.sendLimit)
        let output = try ErrorOutput()
        defer { close(output.descriptor) }
        self.output = output
        // All its output goes to one descriptor, so that this program's own stays its own.
        let said = ChildProcess.Stream.descriptor(output.descriptor)
        child = try ChildProcess(
            executable,
            arguments,
            environment: Self.environment,
            streams: [.nothing, said, said, .descriptor(theirs)]
        )
        gauge = MemoryGauge(folder: child.folder)
        self.center = center
        self.donations = donations
        // The runtime leaves the end to the faulting instruction. A signal that was sent has none, and
        // of SIGSEGV and SIGBUS its handlers stay, so that only SIGKILL is sure to end the process.
        output.start { [child] in child.signal(SIGKILL) }
        run.isGiven(self, isNew: true)
        _ = join(run)
        Thread.detachNewThread { self.receive() }
        Thread.detachNewThread { self.waitForEnd() }
        Thread.detachNewThread { self.watchMemory() }
    }

    /// The system's number of it; nil after its end, as the number may be another's then.
    var id: pid_t? { child.livingID }

    /// The time until the next delay of the extension ends.
    var nextDelay: Duration? { delays.withLock { $0.next() } }

    /// Whether it is about to end by its own fault.
    var isEnding: Bool { output.isEnding }

    /// How many runs something may come of.
    var openRuns: Int { state.withLock(\.runs.count) }

    private static var environment: [String: String] {
        var variables = ProcessInfo.processInfo.environment
        // The first number after the standard streams.
        variables[ExtensionHost.channelVariable] = "3"
        variables[SimulatedHome.variable] = SimulatedHome.path
        // Of a crash a report names the function; all else would take longer than the test.
        let name = "SWIFT_BACKTRACE"
        if variables[name] == nil {
            variables[name] = """
                enable=yes,color=no,interactive=no,threads=crashed,images=none,registers=none,\
                limit=16,top=0,symbolicate=fast,cache=no,timeout=3s
                """
        }
        return variables
    }

    /// Takes a run in; false where it takes none any more.
    func join(_ run: ProcessExtension) -> Bool {
        let hasJoined = state.withLock { state in
            guard !state.isRetired else { return false }
            state.runs.begin(run.number, run)
            return true
        }
        if hasJoined { wakeUp.signal() }
        return hasJoined
    }

    /// Sends a message; a process that takes none is killed.
    func send(_ message: DeviceMessage) {
        do throws(SystemError) {
            try channel.send(message: message)
        } catch {
            switch error.code {
            case EAGAIN: fail("took no message")
            case EMSGSIZE, EINVAL: fail("was to be told more than a message holds")
            default: return  // Its end, which is heard of elsewhere.
            }
        }
    }

    /// Lets go of a run that is over; hand-overs of it are still told.
    func release(_ number: Int) {
        let (isDone, forgotten) = state.withLock { state in
            let forgotten = state.runs.end(number)
            return (state.isRetired && state.runs.isIdle, forgotten)
        }
        // The last who holds it may hold the device as well: not while the lock is held.
        withExtendedLifetime(forgotten) {}
        if isDone {
            kill()
        } else {
            send(.release(run: number))
        }
    }

    /// Ends a run, and with it the process: at once, unless other runs are on; until then its
    /// hand-overs are told.
    func end(_ number: Int) {
        let (isDone, forgotten) = state.withLock { state in
            state.isRetired = true
            let forgotten = state.runs.end(number)
            return (state.runs.isIdle, forgotten)
        }
        withExtendedLifetime(forgotten) {}
        if isDone { kill() }
    }

    /// Has the process abort, and all runs in it with it.
    func abort() {
        state.withLock { ($0.isRetired, $0.isAborted) = (true, true) }
        // As if by SIGABRT, of which the runtime would make a backtrace first.
        child.signal(SIGKILL)
    }

    /// Kills the process.
    func kill() {
        state.withLock { ($0.isRetired, $0.isKilled) = (true, true) }
        child.signal(SIGKILL)
    }

    private func fail(_ fault: String) {
        state.withLock { $0.fault = $0.fault ?? fault }
        kill()
    }

}

extension ExtensionProcess {
    /// Takes what the process says, to its end.
    private func receive() {
        loop: while true {
            switch channel.receive() {
            case .frame(let frame):
                guard let message: HostMessage = FrameChannel.message(frame) else {
                    fail("sent what is no message")
                    break loop
                }
                sampleMemory()
                take(message)
            case .garbage:
                fail("sent what is no message")
                break loop
            case .end: break loop
            }
        }
        if reaped.wait(timeout: .now() + Self.endLimit) == .timedOut {
            fail("closed its end of the channel")
            reaped.wait()
        }
        end()
    }

    private func waitForEnd() {
        var end = child.waitForEnd()
        if end == .signal(SIGKILL), let signal = output.signal { end = .signal(signal) }
        state.withLock { $0.end = end }
        // A program that it has started may hold the other end open.
        channel.hangUp()
        reaped.signal()
    }

    private func watchMemory() {
        while true {
            let (isEnded, isIdle) = state.withLock { ($0.isEnded, $0.runs.isIdle) }
            if isEnded { return }
            if isIdle {
                wakeUp.wait()
            } else {
                sampleMemory()
                Thread.sleep(forTimeInterval: Self.sampleInterval)
            }
        }
    }

    private func sampleMemory() {
        guard let bytes = gauge.anonymousMemory else { return }
        for run in state.withLock(\.runs.activeRuns) { run.hear(.memory(bytes)) }
    }

    private func take(_ message: HostMessage) {
        switch message {
        case .ready: state.withLock { $0.isReady = true }
        case .taken(let run): self.run(run)?.requestIsTaken()
        case .event(let run, let event): self.run(run)?.hear(event)
        case .delayed(let time): delays.withLock { $0.add(.nanoseconds(time)) }
        case .gone(let run):
            output.passOn()
            _ = state.withLock { $0.runs.remove(run) }
        case .call(let number, let call):
            center.perform(call) { self.send(.answer(call: number, $0)) }
        case .donate(let interaction): donations.donate(interaction)
        case .forget(let selection): donations.forget(selection)
        }
    }

    private func run(_ number: Int) -> ProcessExtension? {
        state.withLock { $0.runs[number] }
    }

    private func end() {
        let last = state.withLock { state in
            (state.isEnded, state.isRetired) = (true, true)
            let last = state
            state.runs = OpenRuns()
            return last
        }
        wakeUp.signal()
        let words = last.isKilled || last.isAborted ? nil : output.lastWords
        for run in last.runs.activeRuns { run.processEnded(last.word, words) }
        guard !last.isEndMeant else { return }
        for run in last.runs.runsThatAreOver { run.processEnded(last.word, words) }
    }
}
