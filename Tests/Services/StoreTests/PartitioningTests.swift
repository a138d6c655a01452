import Testing
import Tracking

@testable import Store

/// Which partition an owner is in, and who of several workers takes and gives what.
@Suite struct PartitioningTests {
    /// Golden, by another program: a machine that computed another number would not find what the others have stored.
    @Test(arguments: [("sam", 5), ("ben", 51), ("ada", 34), ("Ada", 2), ("o-1", 49)])
    func `an owner is in the same partition on every machine`(_ name: String, _ partition: Int) throws {
        #expect(Partitioning(count: 64).partition(of: try Name(name)) == partition)
    }

    @Test func `a household is in one partition, in whatever order it is told`() throws {
        let (ada, ben, sam) = (try Name("ada"), try Name("ben"), try Name("sam"))
        let alone = Partitioning(count: 64)
        for members in [[sam, ben, ada], [ada, ben, sam]] {
            let shared = Partitioning(count: 64, households: try Households([members]))
            #expect(Set([ada, ben, sam].map(shared.partition)) == [alone.partition(of: ada)])
            #expect(shared.writtenHouseholds == "ada,ben,sam")
        }
    }

    @Test(arguments: [1, 3, 16, 64, 1000])
    func `many owners are spread as by chance`(_ count: Int) throws {
        let partitioning = Partitioning(count: count)
        var held = [Int](repeating: 0, count: count)
        for number in 0..<100 * count { held[partitioning.partition(of: try Name("owner-\(number)"))] += 1 }
        // Of a hundred on average: six standard deviations of a Poisson distribution.
        #expect(held.allSatisfy { (40...160).contains($0) } || count == 1)
    }

    @Test(arguments: [1, 2, 3, 5, 64, 70])
    func `workers that come and go end with as many as each other, and move no more than needed`(_ count: Int) {
        let units = [.strangers] + (0..<64).map(WorkUnit.partition)
        var held: [String: Set<WorkUnit>] = [:]
        func settle(_ names: [String]) -> (moves: Int, rounds: Int) {
            held = held.filter { names.contains($0.key) }
            var (moves, rounds) = (0, 0)
            while true {
                var isDone = true
                for name in names {
                    let taken = held.values.reduce(into: Set<WorkUnit>()) { $0.formUnion($1) }
                    let plan = WorkPlan(
                        worker: name, workers: names, free: units.filter { !taken.contains($0) },
                        held: Array(held[name] ?? []), total: units.count
                    )
                    #expect(!plan.givesAll)
                    held[name, default: []].formUnion(plan.take)
                    if let give = plan.give {
                        held[name]?.remove(give)
                        moves += 1
                    }
                    if !plan.take.isEmpty || plan.give != nil { isDone = false }
                }
                rounds += 1
                if isDone || rounds > 1000 { return (moves, rounds) }
            }
        }
        let names = (0..<count).map { "worker-\($0)" }
        #expect(settle(names).moves == 0, "what nobody has is taken by those who keep it")
        #expect(held.values.reduce(0) { $0 + $1.count } == units.count)
        let more = settle(names + ["another"])
        let sizes = held.values.map(\.count)
        #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
        #expect(more.moves <= units.count / (count + 1) + 1 + (count > 60 ? count : 0), "\(more)")
        _ = settle(Array(names.dropLast()) + ["another"])
        #expect(held.values.reduce(0) { $0 + $1.count } == units.count)
    }

    @Test func `a worker that cannot work gives back everything at once`() {
        let held: [WorkUnit] = [.partition(1), .partition(2)]
        let plan = WorkPlan(worker: "ada", workers: ["ben"], free: [.partition(3)], held: held, total: 4)
        #expect(plan.givesAll && plan.take.isEmpty && plan.give == nil)
    }
}
