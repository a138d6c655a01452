import Foundation
import Glibc
import MQTT
import Messages
import Store
import TestSupport
import Tracking

/// One fault under load, from the first process to the last count.
struct Trial {
    let plan: Plan
    let fault: any Fault

    func outcome() async -> Outcome {
        var outcome = Outcome(fault)
        if let obstacle = fault.obstacle(plan) {
            outcome.impossible = obstacle
            return outcome
        }
        let begin = ContinuousClock.now
        do {
            let stage = try await Stage(plan: plan, named: fault.name)
            do { try await run(stage, &outcome) } catch { outcome.troubles.append("\(error)") }
            outcome.notes += stage.notes
            outcome.troubles += stage.troubles
            await fault.clear(stage)
            await stage.clear()
        } catch { outcome.troubles.append("\(error)") }
        outcome.seconds = begin.duration(to: .now) / .seconds(1)
        return outcome
    }

    private func run(_ stage: Stage, _ outcome: inout Outcome) async throws {
        let stream = fault.name.utf8.reduce(plan.seed) { $0 &* 31 &+ UInt64($1) }
        var generator = SeededGenerator(seed: stream)
        try await fault.prepare(stage, &generator)
        if fault is any WorkerFault { say("  \(Crew.names.count) workers start") }
        try await stage.startHistory()
        say("  the load begins")
        let ear = Ear()
        let moments = moments(&generator)
        let (seed, plan) = (generator.next(), plan)
        try await withClient(stage.connection, hearing: ear) { client in
            let fleet = try Fleet(
                rate: plan.rate, count: plan.trackers, seconds: plan.seconds, seed: seed, start: .wall
            )
            let sender = Sender(fleet, over: client, hearing: ear)
            async let sending: Void = sender.run()
            for (number, moment) in moments.enumerated() {
                try await eventually("the load goes on") { sender.step >= moment }
                say("  the fault, number \(number + 1) of \(moments.count), at \(sender.step * fleet.pace / 1000) s")
                try await fault.strike(number, stage)
                outcome.times += 1
            }
            try await sending
            say("  all is sent; waits until it is stored and told")
            let count = Count(fleet: fleet, store: stage.store)
            outcome.sent = fleet.steps * fleet.trackers.count + fleet.phoneFixes * fleet.phones.count
            try await settle(stage, sender, count, client, ear)
            outcome.again = sender.again
            // What is sent late is late for alerts, too, whatever becomes of it.
            let isInTime = sender.delay < .seconds(3)
            if !isInTime {
                let rate = Int(Double(outcome.sent) / (sender.length / .seconds(1)))
                outcome.notes.append("the brokers took \(rate) positions a second, so that alerts were not all due")
            }
            // RabbitMQ may hand over again out of order what was not acknowledged, and what comes late raises no alert.
            try count.take(into: &outcome, ear, fault, isInTime: isInTime && !plan.isCluster)
            let due = 4 * fleet.roamers.count
            if outcome.alerts < due {
                outcome.notes.append("\(due - outcome.alerts) of \(due) changes of level raised no alert")
            }
            try await Aftermath(fleet: fleet, client: client, ear: ear).check(stage, &outcome)
        }
    }

    /// The steps in which the fault comes: one in each part of the load, but not in its first and last second.
    private func moments(_ generator: inout SeededGenerator) -> [Int] {
        let steps = plan.seconds * plan.rate / plan.trackers
        let (first, last) = (min(10, steps / 10), steps * 8 / 10)
        let times = fault.times(plan)
        let part = max(1, (last - first) / times)
        return (0..<times).map { first + $0 * part + Int.random(in: 0..<max(1, part / 2), using: &generator) }
    }

    /// Waits until all is stored and told; what is not comes again, as trackers do it.
    private func settle(
        _ stage: Stage,
        _ sender: Sender,
        _ count: Count,
        _ client: MQTTClient,
        _ ear: Ear
    ) async throws {
        var (seen, quiet, rounds) = (-1, 0, 0)
        while try count.missing > 0 || !sender.isEverythingTold {
            let now = try count.stored
            (seen, quiet) = (now, now == seen ? quiet + 1 : 0)
            if quiet >= 20 {
                rounds += 1
                guard rounds <= 10 else {
                    throw Trouble("\(try count.missing) fixes are still not stored, or not told to be")
                }
                _ = try await sender.sendAgain()
                quiet = 0
            }
            try await Task.sleep(for: .milliseconds(250))
        }
        try await eventually("the outbox is empty") { try count.waitingAlerts == 0 }
        try await eventually("every alert has been heard") { try count.unheardAlerts(ear) == 0 }
        // Whatever comes twice comes now.
        try await Task.sleep(for: .seconds(1))
        let end = "\(UInt64.random(in: 0 ... .max))"
        try await client.publish(Message(topic: Ear.end, payload: Array(end.utf8)))
        try await eventually("the bus is empty") { ear.heardEnd(end) }
    }
}

/// Runs two clients beside the body, from when they are connected to the end of the body: one that is heard by an ear,
/// and one for the body to send with.
///
/// On one connection the ear's acknowledgements would wait behind all that is sent.
func withClient(
    _ configuration: MQTTConfiguration,
    hearing ear: Ear,
    _ body: (MQTTClient) async throws -> Void
) async throws {
    func client(_ filters: [String]) throws -> MQTTClient {
        let session = BusSession(
            clientID: "faults-\(UUID().uuidString)",
            subscriptions: filters.map { .init($0) },
            persistent: true
        )
        return try MQTTClient(configuration: configuration, session: session, logger: .silent)
    }
    let (listener, sender) = (try client(Ear.filters), try client([]))
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await listener.run { ear.take($0) } }
        group.addTask { try await sender.run { _ in } }
        try await eventually("the client is connected") { ear.isConnected }
        try await body(sender)
        group.cancelAll()
    }
}

extension Timestamp {
    /// The time of day.
    static var wall: Timestamp { Timestamp(seconds: Date().timeIntervalSince1970) }
}
