import Foundation
import Rehearsal
import Simulation
import Testing

/// What comes of it when a phone is off, sees no sky, or has no network.
@Suite struct PhoneEventTests {
    /// The positions of Sam's phone: when each was published and when it was measured, in seconds.
    private static func told(
        _ events: String,
        seconds: Int = 120,
        world: String = ""
    ) throws -> (at: [Int], measured: [Int], run: EventRun) {
        let run = try WorldEventTests.play(events, seconds: seconds, world: world)
        let positions = run.positions("owntracks/sam/phone")
        return (positions.map(\.at), positions.map(\.measured), run)
    }

    @Test func `phone-off and phone-on: it measures nothing, and goes on at once`() throws {
        let told = try Self.told("at: 20s, owner: sam, do: phone-off\nat: 60s, owner: sam, do: phone-on")
        #expect(told.at == Array(0..<20) + Array(60...120) && told.measured == told.at)
        let ana = told.run.positions("owntracks/ana/phone")
        #expect(ana.count == 121, "one phone alone is off")
    }

    @Test func `coverage-lost and coverage-back: what was measured comes late, the oldest first`() throws {
        let told = try Self.told("at: 20s, owner: sam, do: coverage-lost\nat: 60s, owner: sam, do: coverage-back")
        #expect(told.measured == Array(0...120))
        #expect(told.at == Array(0..<20) + Array(repeating: 60, count: 41) + Array(61...120))
    }

    @Test func `what was kept outlasts a phone that is off, and waits until it is on and has a network`() throws {
        let told = try Self.told(
            "at: 20s, owner: sam, do: coverage-lost\nat: 30s, owner: sam, do: phone-off\n"
                + "at: 40s, owner: sam, do: coverage-back\nat: 50s, owner: sam, do: phone-on"
        )
        #expect(told.measured == Array(0..<30) + Array(50...120))
        #expect(told.at[20..<30].allSatisfy { $0 == 50 })
    }

    @Test func `gnss-lost and gnss-back: without noise there are no positions`() throws {
        let told = try Self.told("at: 20s, owner: sam, do: gnss-lost\nat: 60s, owner: sam, do: gnss-back")
        #expect(told.at == Array(0..<20) + Array(60...120))
    }

    @Test func `gnss-lost: with noise the phone is left with the position of its network`() throws {
        let noise = "noise: {surroundings: open-sky, gnss: {phone-network-m: 60}}"
        let run = try Self.told("at: 60s, owner: sam, do: gnss-lost", world: noise).run
        let accuracies = run.positions("owntracks/sam/phone").map { (at: $0.at, metres: $0.accuracy) }
        #expect(accuracies.count == 121)
        #expect(accuracies.filter { $0.at < 60 }.allSatisfy { $0.metres < 25 })
        #expect(accuracies.filter { $0.at >= 60 }.allSatisfy { $0.metres >= 25 })
    }

    @Test func `report-every: another rhythm from then on`() throws {
        let told = try Self.told("at: 20s, owner: sam, report-every: 30s")
        #expect(told.at == Array(0..<20) + [49, 79, 109])
    }

    @Test func `an owner's console does not know a place that the phone does not tell`() throws {
        let events = "at: 20s, owner: sam, do: phone-off\nat: 60s, owner: sam, do: phone-on"
        let run = try Self.told(events, world: "gateways: []").run
        let references = run.times("tagalong/sam/keys/desired")
        #expect(references.allSatisfy { !(20..<60).contains($0) } && references.contains(61))
    }

    @Test func `every copy of a fleet loses its network`() throws {
        let scenario = try Scenario.written(
            """
            name: Fleet
            duration: 20s
            owners: [{id: sam, position: [46, 14], report-every: 1s}]
            trackers: [{id: keys, owner: sam, with: sam}]
            events: [{at: 5s, owner: sam, do: coverage-lost}]
            """
        )
        let run = EventRun(try ScenarioRun(scenario, fleet: 2, traced: true))
        for copy in 1...2 { #expect(run.times("owntracks/sam-\(copy)/phone") == Array(0..<5)) }
    }
}
