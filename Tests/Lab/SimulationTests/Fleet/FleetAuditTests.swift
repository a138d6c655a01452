import Messages
import Simulation
import Testing
import Tracking

@Suite struct FleetAuditTests {
    /// Fixes of one tracker, as they are published, acknowledged at once and seen or not.
    private struct Stage {
        var fleet: Fleet
        var audit: FleetAudit
        let plan: FleetPlan

        init() throws {
            plan = FleetPlan(
                trackers: 1,
                connections: 1,
                name: try Name("fleet"),
                interval: 1,
                ramp: .zero,
                seed: 1,
                origin: try Coordinate(latitude: 46, longitude: 14),
                room: 100,
                ring: 10,
                topics: Topics()
            )
            fleet = Fleet(plan, start: Timestamp(milliseconds: 1_800_000_000_000), isAudited: true)
            audit = FleetAudit(plan)
            fleet.advance(to: 0)
            fleet.connected(0, at: 0)
        }

        /// Publishes the fix of a second; answers what a subscriber would see of it.
        mutating func publish(_ second: Int64) -> [FleetObservation] {
            fleet.advance(to: second * 1000)
            let messages = fleet.take(0, moment: second * 1_000_000)
            fleet.settled(
                0, acknowledged: messages.count, refused: 0, moment: second * 1_000_000, at: second * 1000
            )
            return messages.compactMap { message in
                // To who is there a broker passes it on as news.
                var message = message
                message.retained = false
                return FleetObservation(message, plan: plan, boot: fleet.boot)
            }
        }

        mutating func confirm() { for one in fleet.takeConfirmations() { audit.confirmed(one) } }
        mutating func see(_ seen: [FleetObservation]) { for one in seen { audit.observed(one) } }
    }

    @Test(arguments: [true, false])
    func `what is seen has arrived, before or after the word that the broker has it`(isBefore: Bool) throws {
        var stage = try Stage()
        stage.audit.observer(isThere: true, moment: -1)
        for second in Int64(0)..<5 {
            let seen = stage.publish(second)
            #expect(seen.count == 1)
            if isBefore { stage.see(seen) }
            stage.confirm()
            if !isBefore { stage.see(seen) }
        }
        #expect(stage.audit.arrived == 5)
        #expect(stage.audit.missing == 0 && stage.audit.doubled == 0 && stage.audit.unobserved == 0)
    }

    @Test func `what is not seen is lost, and what comes twice doubled`() throws {
        var stage = try Stage()
        stage.audit.observer(isThere: true, moment: -1)
        _ = stage.publish(0)
        stage.confirm()
        #expect(stage.audit.missing == 1)
        let seen = stage.publish(1)
        stage.confirm()
        stage.see(seen)
        stage.see(seen)
        #expect(stage.audit.doubled == 1)
        #expect(stage.audit.arrived == 1)
    }

    @Test func `what comes while the subscriber is cut off could not be seen`() throws {
        var stage = try Stage()
        stage.audit.observer(isThere: true, moment: -1)
        let first = stage.publish(0)
        stage.confirm()
        stage.audit.observer(isThere: false, moment: 500_000)
        // What was on its way to it may have been lost with its connection.
        #expect(stage.audit.missing == 0 && stage.audit.unobserved == 1)
        _ = stage.publish(1)
        stage.confirm()
        #expect(stage.audit.unobserved == 2)
        stage.audit.observer(isThere: true, moment: 1_500_000)
        stage.see(first)
        #expect(stage.audit.unobserved == 1 && stage.audit.arrived == 1)
        _ = stage.publish(2)
        stage.confirm()
        #expect(stage.audit.missing == 1)
    }

    @Test func `positions of another run count for nothing`() throws {
        var stage = try Stage()
        stage.fleet.advance(to: 0)
        let messages = stage.fleet.take(0, moment: 0)
        #expect(messages.compactMap { FleetObservation($0, plan: stage.plan, boot: stage.fleet.boot) }.count == 1)
        #expect(messages.compactMap { FleetObservation($0, plan: stage.plan, boot: 7) } == [])
    }
}
