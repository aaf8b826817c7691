// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension SimulatedDevice {
    /// Waits for the report of a push, and moves a virtual clock as far as necessary.
    ///
    ///     let report = await device.report(of: device.deliver(payload: payload))
    ///
    /// Before each step of the clock, tasks and queues of the extension have the device's patience,
    /// in real time, to finish. An extension that never hands over takes a few times that. While
    /// the extension has an open connection the clock stops, for at most
    /// ``DeviceProfile/connectionPatience``. While it waits for a timer, of `asyncAfter` for
    /// example, the clock goes as fast as real time. The first step is an event of the report:
    /// ``DeliveryReport/Event/Kind/clockMoved(to:)``.
    ///
    /// - Parameters:
    ///   - delivery: The push.
    ///   - limit: The limit of the device's time that may pass.
    /// - Returns: The report; its outcome is ``DeliveryReport/Outcome/undecided`` if the limit was
    ///   reached or the task was cancelled.
    public func report(
        of delivery: Delivery,
        within limit: Duration = .seconds(120)
    ) async -> DeliveryReport {
        var hold = clockHold
        await pass(limit, of: delivery, until: delivery.end, holding: &hold) { .clockHeld(for: $0) }
        return delivery.latestReport
    }

    /// Waits for the report of a push until the extension has released its content handler.
    ///
    /// The extension can then no longer hand over, so the report has every second or late
    /// hand-over, from any task or queue. Time passes as for ``report(of:within:)``, first until
    /// the report is complete and then until the handler is released.
    ///
    /// - Parameters:
    ///   - delivery: The push.
    ///   - limit: The limit of the device's time that may pass for each of the two.
    /// - Returns: The report; nil if the extension still holds the handler, as one that hangs or
    ///   leaks.
    public func finalReport(
        of delivery: Delivery,
        within limit: Duration = .seconds(120)
    ) async -> DeliveryReport? {
        var hold = clockHold
        await pass(limit, of: delivery, until: delivery.end, holding: &hold) { .clockHeld(for: $0) }
        await pass(limit, of: delivery, until: delivery.departure, holding: &hold) {
            .clockHeldAfterward(for: $0)
        }
        return delivery.departure.soFar.map { delivery.latestReport }
    }

    private var clockHold: ClockHold {
        let (host, limit) = (host, profile.connectionPatience)
        return ClockHold(
            limit: limit ?? .seconds(30),
            patience: settling.patience,
            look: { host.activity(all: limit != nil) }
        )
    }

    /// Lets time pass until an event has happened.
    private func pass<Value>(
        _ limit: Duration,
        of delivery: Delivery,
        until event: Eventual<Value>,
        holding hold: inout ClockHold,
        _ held: (Duration) -> DeliveryReport.Event.Kind
    ) async {
        guard clock.kind == .virtual else {
            _ = await event.value(within: limit)
            return
        }
        let end = clock.now.advanced(by: limit)
        // A timer that is due later finds no extension any more.
        let limits = profile.limits
        let last = min(clock.now.advanced(by: limits.time + limits.lastChance), end)
        repeat {
            await settling.wait()
            let time = await hold.wait(for: event) {
                clock.now.duration(to: last)
            } pass: { time in
                let moment = clock.now.advanced(by: time)
                while clock.step(to: moment) {}
            }
            if let time {
                delivery.recorder.note(held(time))
            }
            guard event.soFar == nil else { return }
            delivery.recorder.noteStep(to: clock.nextStep(to: end))
        } while !Task.isCancelled && clock.step(to: end)
    }
}
