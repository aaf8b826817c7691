// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension SimulatedDevice {
    /// What became of a push; a virtual clock is moved as far as that takes.
    ///
    ///     let report = await device.report(of: device.deliver(payload: payload))
    ///
    /// Before each step of the clock what the extension does in tasks and queues has the device's
    /// patience, in real time, to come to its end. One that never hands over costs a few times
    /// that. While it has a connection open the clock stands still, for
    /// ``DeviceProfile/connectionPatience`` at most. The first step is an event of the report:
    /// ``DeliveryEvent/Kind/clockMoved(to:)``.
    ///
    /// - Parameters:
    ///   - delivery: The push.
    ///   - limit: How much of the device's time may pass.
    /// - Returns: The report; its outcome is ``Outcome/undecided`` where that was not enough, or
    ///   the task was cancelled.
    public func report(
        of delivery: Delivery,
        within limit: Duration = .seconds(120)
    ) async -> DeliveryReport {
        var hold = clockHold
        await pass(limit, of: delivery, until: delivery.end, holding: &hold) { .clockHeld(for: $0) }
        return delivery.latestReport
    }

    /// What became of a push, when the extension can't hand it over again, since it has
    /// released its content handler.
    ///
    /// So every second hand-over is in it, and a late one, whatever task or queue it comes from.
    /// Time passes as for ``report(of:within:)``, first for the report and then for the extension
    /// to let go.
    ///
    /// - Parameters:
    ///   - delivery: The push.
    ///   - limit: How much of the device's time may pass for each.
    /// - Returns: The report; nil where the handler is still held then, as by an extension that
    ///   hangs or leaks.
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
        let host = host
        return ClockHold(
            limit: profile.connectionPatience ?? host.connectionPatience,
            patience: settling.patience,
            isConnected: { host.processID.map { OpenConnections(of: $0).hasAny } ?? false }
        )
    }

    /// Lets time pass until something has come to be.
    private func pass<Value>(
        _ limit: Duration,
        of delivery: Delivery,
        until event: Eventual<Value>,
        holding hold: inout ClockHold,
        _ held: (Duration) -> DeliveryEvent.Kind
    ) async {
        guard clock.kind == .virtual else {
            _ = await event.value(within: limit)
            return
        }
        let end = clock.now.advanced(by: limit)
        repeat {
            await settling.wait()
            if let time = await hold.wait(for: event) {
                delivery.recorder.note(held(time))
            }
            guard event.soFar == nil else { return }
            delivery.recorder.noteStep(to: clock.nextStep(to: end))
        } while !Task.isCancelled && clock.step(to: end)
    }
}
