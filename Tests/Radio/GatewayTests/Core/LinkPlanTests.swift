import TestSupport
import Testing
import Tracking

@testable import Gateway

@Suite struct LinkPlanTests {
    @Test func `after each failure the pause is longer, up to a limit, and never quite the same`() throws {
        let device = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        var plan = LinkPlan()
        var generator = SeededGenerator(seed: 3)
        var pauses: [Int64] = []
        for _ in 0..<12 {
            let now = Timestamp(milliseconds: 0)
            plan.failed(device, at: now, using: &generator)
            let pause = (0...400_000).first { plan.isDue(device, at: Timestamp(milliseconds: Int64($0))) }
            pauses.append(Int64(pause ?? 0))
        }
        #expect((1500...2500).contains(pauses[0]) && (3000...5000).contains(pauses[1]))
        #expect(pauses.suffix(4).allSatisfy { (90_000...180_000).contains($0) })
        #expect(Set(pauses.suffix(4)).count > 1)
        plan.hurry(device)
        #expect(plan.isDue(device, at: Timestamp(milliseconds: 0)))
    }

    @Test func `between two attempts there is a breath, whomever they are for`() throws {
        let device = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        var plan = LinkPlan()
        plan.began(at: Timestamp(milliseconds: 0))
        #expect(!plan.isDue(device, at: Timestamp(milliseconds: 499)))
        #expect(plan.isDue(device, at: Timestamp(milliseconds: 500)))
    }

    @Test func `of wishes the latest is told, before commands, which are told one by one`() throws {
        let outgoing = Outgoing()
        let ring = Downlink.command(Command(id: "r", verb: .ring))
        for downlink in [
            .stored(FixMark(boot: 1, sequence: 1)), ring, ring, .desired(DesiredState(version: 1)),
            .stored(FixMark(boot: 1, sequence: 2)), .desired(DesiredState(version: 2)),
        ] as [Downlink] { outgoing.put(downlink) }
        var told: [Downlink] = []
        while let next = outgoing.next() { told.append(next) }
        #expect(told == [.desired(DesiredState(version: 2)), ring, .stored(FixMark(boot: 1, sequence: 2))])
    }
}
