// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// All states that processes can come to, breadth first: each step of each of them from each state,
/// and every crash.
///
/// A *state* is the disk, where each process stands in its tree, and what was handed over. It
/// starts in phase 0 with the processes of the scenario; a crash ends them all and starts phase 1,
/// the recovery, which may crash as well.
///
/// That a process is killed is no step: it then takes no more steps, and every state already stands
/// for the runs in which some of the processes take no more. Only where all are dead something new
/// begins, so that is a step.
struct Search {
    /// Which program runs in which slot, in each phase.
    let phases: [[Int]]
    let programs: [Program]
    let facts: Facts
    let options: Options

    struct Options {
        /// Whether steps that can't meet others are taken at once instead of in every order.
        var reduces = true
        /// Whether a kill is a step nevertheless, to see that this finds nothing else.
        var killsAreSteps = false
        /// A rule that ends the search where it is broken.
        var end: Rule?
    }

    enum Event: Hashable {
        case start
        case step(slot: Int)
        case expire(slot: Int)
        case kill(slot: Int)
        case killAll
        case powerLoss
    }

    /// A run of real code that the search can't go on without.
    struct Need: Error {
        let program: Int
        let slot: Int
        let answers: [Int]
        let disk: Int
    }

    /// Where the process of a slot that no phase uses stands, or one that was killed.
    static let noProcess = -1

    var inspector: Inspector
    var states: [State] = []
    var origins: [(state: Int, event: Event)] = []
    var numbers: [State: Int] = [:]
    /// In how many orders of steps each state of phase 0 is reached.
    var schedules: [Double] = []
    var situations: Set<Situation> = []
    var crashed: Set<Situation> = []
    var violations: [Violation] = []
    var transitions = 0
    var disksAfterPowerLoss: Set<Int> = []
    /// What was taken at once because it met no other step: checked again when all steps are known.
    var hidden: [HiddenCall: Bool] = [:]

    private var effects: [Effect: (answer: Int, disk: Int)] = [:]
    private var position = (state: 0, slot: 0)

    struct Situation: Hashable {
        let disk: Int
        let monitor: Monitor
    }

    struct HiddenCall: Hashable {
        let phase: Int
        let slot: Int
        let call: Int
    }

    private struct Effect: Hashable {
        let disk: Int
        let slot: Int
        let call: Int
    }

    init(
        phases: [[Int]],
        programs: [Program],
        facts: Facts,
        options: Options,
        first: Disk
    ) {
        self.phases = phases
        self.programs = programs
        self.facts = facts
        self.options = options
        inspector = Inspector(facts, first: first)
    }

    /// Goes on until nothing is left, or until a run is needed; to be called again after that.
    mutating func resume(from disk: Int, _ world: World) throws(Need) {
        if states.isEmpty {
            try start(0, on: disk, Monitor(), from: (0, .start), world)
            schedules[0] = 1
        }
        while position.state < states.count, !isOver {
            let phase = phases[states[position.state].phase]
            while position.slot < phase.count {
                try step(position.state, position.slot, world)
                position.slot += 1
            }
            try crash(position.state, world)
            checkEnd(position.state, world)
            position = (position.state + 1, 0)
        }
    }

    private var isOver: Bool {
        options.end.map { end in violations.contains { $0.rule == end } } ?? false
    }

    // MARK: - Steps

    private mutating func step(_ number: Int, _ slot: Int, _ world: World) throws(Need) {
        let state = states[number]
        guard state.nodes[slot] != Self.noProcess else { return }
        let node = state.nodes[slot]
        guard let call = world.histories.nodes[node].call, world.histories.calls[call].kind != .end
        else { return }
        var next: [(state: State, event: Event, broken: [Rule])] = []
        if options.killsAreSteps {
            var killed = state
            killed.nodes[slot] = Self.noProcess
            next.append((killed, .kill(slot: slot), []))
        }
        if mayExpire(node, world) {
            let expire = world.histories.answers.number(of: .expire)
            var warned = state
            try descend(&warned, slot, by: expire, world)
            next.append((warned, .expire(slot: slot), []))
        }
        var stepped = state
        let broken = try take(call, &stepped, slot, world)
        next.append((stepped, .step(slot: slot), broken))
        for (state, event, broken) in next {
            transitions += 1
            let child = add(state, from: (number, event), world)
            if state.phase == 0 { schedules[child] += schedules[number] }
            for rule in broken { report(rule, at: child, via: (number, event), world) }
        }
    }

    private func mayExpire(_ node: Int, _ world: World) -> Bool {
        let node = world.histories.nodes[node]
        guard programs[node.program].mayExpire, !node.hasExpired, node.handOvers == 0,
            let call = node.call
        else { return false }
        // The warning waits for a hand-over that has begun.
        let kind = world.histories.calls[call].kind
        return kind != .handOver && kind != .end
    }

    /// Takes a step, then all that follow and meet no other.
    private mutating func take(
        _ call: Int,
        _ state: inout State,
        _ slot: Int,
        _ world: World
    ) throws(Need) -> [Rule] {
        let effect = Effect(disk: state.disk, slot: slot, call: call)
        let (answer, disk): (Int, Int)
        if let known = effects[effect] {
            (answer, disk) = known
        } else {
            let applied = world.disks.apply(
                world.histories.calls[call],
                by: slot,
                on: state.disk
            )
            (answer, disk) = (world.histories.answers.number(of: applied.0), applied.disk)
            effects[effect] = (answer, disk)
        }
        state.disk = disk
        let step = world.histories.calls[call]
        let broken =
            step.kind == .handOver ? state.monitor.note(world.histories.handings[step.value]) : []
        if step.kind == .syncFolder { noteDurable(&state, world) }
        try descend(&state, slot, by: answer, world)
        return broken
    }

    /// Brings a process to its next state, and on through all steps that meet no other.
    private mutating func descend(
        _ state: inout State,
        _ slot: Int,
        by answer: Int,
        _ world: World
    ) throws(Need) {
        let node = state.nodes[slot]
        guard let child = world.histories.child(of: node, after: answer),
            world.histories.nodes[child].call != nil
        else {
            throw Need(
                program: world.histories.nodes[node].program,
                slot: slot,
                answers: world.histories.answers(to: node) + [answer],
                disk: state.disk
            )
        }
        state.nodes[slot] = child
        try goOn(&state, slot, world)
    }

    /// Takes all steps that meet no other.
    private mutating func goOn(
        _ state: inout State,
        _ slot: Int,
        _ world: World
    ) throws(Need) {
        let node = state.nodes[slot]
        guard options.reduces, !mayExpire(node, world), let call = world.histories.nodes[node].call,
            isHidden(call, in: state, slot, world)
        else { return }
        _ = try take(call, &state, slot, world)
    }

    // MARK: - States

    /// Starts a phase on a disk.
    mutating func start(
        _ phase: Int,
        on disk: Int,
        _ monitor: Monitor,
        from origin: (state: Int, event: Event),
        _ world: World
    ) throws(Need) {
        var state = State(
            phase: phase,
            disk: disk,
            monitor: monitor,
            nodes: Nodes()
        )
        for (slot, program) in phases[phase].enumerated() {
            let root = world.histories.roots[program]
            guard world.histories.nodes[root].call != nil else {
                throw Need(program: program, slot: slot, answers: [], disk: disk)
            }
            state.nodes[slot] = root
        }
        noteDurable(&state, world)
        for slot in phases[phase].indices { try goOn(&state, slot, world) }
        add(state, from: origin, world)
    }

    private mutating func noteDurable(_ state: inout State, _ world: World) {
        for message in inspector.durable(on: world.disks.disks[state.disk], world.disks) {
            state.monitor.noteDurable(message)
        }
    }

    @discardableResult
    private mutating func add(
        _ state: State,
        from origin: (state: Int, event: Event),
        _ world: World
    ) -> Int {
        if let number = numbers[state] { return number }
        let number = states.count
        numbers[state] = number
        states.append(state)
        origins.append(origin)
        schedules.append(0)
        let situation = Situation(disk: state.disk, monitor: state.monitor)
        if situations.insert(situation).inserted {
            let disk = world.disks.disks[state.disk]
            for rule in inspector.check(disk, state.monitor, world.disks) {
                report(rule, at: number, via: origin, world)
            }
        }
        return number
    }
}
