import Air
import Testing
import Tracking

struct OwnerProximityTests {
    private typealias Step = (at: Timestamp, actions: [OwnerProximity.Action])

    /// Wakes it when it wants to be woken, up to some time.
    private func run(_ proximity: inout OwnerProximity, until end: Timestamp) -> [Step] {
        var steps: [Step] = []
        while proximity.nextWakeUp <= end {
            let time = proximity.nextWakeUp
            steps.append((time, proximity.tick(at: time)))
        }
        return steps
    }

    @Test func `near its owner it changes its address every 15 minutes`() {
        var proximity = OwnerProximity(at: TagFixtures.start)
        let steps = run(&proximity, until: TagFixtures.after(minutes: 60))
        #expect(steps.map(\.at) == [15, 30, 45, 60].map { TagFixtures.after(minutes: $0) })
        #expect(steps.allSatisfy { $0.actions == [.rotateAddress] })
        #expect(!proximity.isSeparated)
    }

    @Test func `it is separated after more than 30 minutes, and then keeps its address for a day`() {
        var proximity = OwnerProximity(at: TagFixtures.start)
        #expect(proximity.owner(isNear: false, at: TagFixtures.start).isEmpty)
        let steps = run(&proximity, until: TagFixtures.after(minutes: 30 + 2 * 24 * 60, milliseconds: 1))
        let separated = TagFixtures.after(minutes: 30, milliseconds: 1)
        #expect(
            steps.map(\.at) == [
                TagFixtures.after(minutes: 15), TagFixtures.after(minutes: 30), separated,
                separated.advanced(by: .seconds(24 * 3600)), separated.advanced(by: .seconds(48 * 3600)),
            ]
        )
        #expect(steps[2].actions == [.becomes(isSeparated: true), .rotateAddress])
        #expect(steps[3].actions == [.rotateAddress])
    }

    @Test func `an owner who is back in time leaves it near`() {
        var proximity = OwnerProximity(at: TagFixtures.start)
        _ = proximity.owner(isNear: false, at: TagFixtures.start)
        #expect(proximity.owner(isNear: true, at: TagFixtures.after(minutes: 29)) == [.rotateAddress])
        _ = proximity.owner(isNear: false, at: TagFixtures.after(minutes: 31))
        let steps = run(&proximity, until: TagFixtures.after(minutes: 61))
        #expect(!proximity.isSeparated && steps.allSatisfy { $0.actions == [.rotateAddress] })
    }

    @Test(arguments: [(0, 0), (10, 10), (30, 30), (99, 30), (-1, 0)])
    func `it is near again within 30 minutes of reunion`(asked: Int, taken: Int) {
        let policy = OwnerProximity.Policy(reunitedAfter: .seconds(asked * 60))
        var proximity = OwnerProximity(policy: policy, at: TagFixtures.start)
        _ = proximity.owner(isNear: false, at: TagFixtures.start)
        _ = proximity.tick(at: TagFixtures.after(minutes: 40))
        #expect(proximity.isSeparated)
        let reunited = TagFixtures.after(minutes: 60)
        let atOnce = proximity.owner(isNear: true, at: reunited)
        let later = run(&proximity, until: reunited.advanced(by: .seconds(taken * 60)))
        let actions = atOnce + later.flatMap(\.actions)
        #expect(actions == [.becomes(isSeparated: false), .rotateAddress])
        #expect(!proximity.isSeparated)
    }

    @Test func `what was slept through is made up for once`() {
        var proximity = OwnerProximity(at: TagFixtures.start)
        #expect(proximity.tick(at: TagFixtures.after(minutes: 100)) == [.rotateAddress])
        #expect(proximity.nextWakeUp == TagFixtures.after(minutes: 105))
        #expect(proximity.tick(at: TagFixtures.after(minutes: 50)).isEmpty)
    }
}
