import Access
import TestSupport
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

@Suite struct SeatOrderTests {
    private struct Guest {
        let line: SeatOrder.Line
        let entry: SeatOrder.Entry
    }

    /// The one that ends first, by a look at each of them.
    private static func first(_ guests: [Guest], where isMeant: (Guest) -> Bool = { _ in true }) -> Int? {
        func weight(_ guest: Guest) -> Double {
            guard guest.entry.isStranger else { return 0 }
            let strangers = guests.count { $0.entry.isStranger && $0.line.source == guest.line.source }
            let part = Double(strangers) / Double(guest.line.share)
            return part > 0.1 ? part : 0
        }
        return guests.filter(isMeant).min { one, other in
            (-weight(one), one.entry.worth, one.entry.since) < (-weight(other), other.entry.worth, other.entry.since)
        }?.entry.number
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `the order is that of a look at each connection, whoever comes and goes`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let sources = (1...4).map { NetworkAddress("203.0.113.\($0)") } + [nil]
        let shares = [20, 60]
        var order = SeatOrder(shares: Set(shares))
        var guests: [Guest] = []
        var since = 0
        for number in 0..<400 {
            if guests.count > 40 || Bool.random(using: &dice), let index = guests.indices.randomElement(using: &dice) {
                let guest = guests.remove(at: index)
                order.remove(guest.entry, from: guest.line)
            } else {
                // What was begun long ago may come in late, as when somebody logs out.
                since += 2
                let worth = Int.random(in: 0...2, using: &dice)
                let begun = Bool.random(using: &dice) ? since : since - 2 * Int.random(in: 0...since, using: &dice) - 1
                guard !guests.contains(where: { $0.entry.since == begun }) else { continue }
                let line = SeatOrder.Line(
                    source: sources[Int.random(in: 0...4, using: &dice)],
                    share: shares[Int.random(in: 0...1, using: &dice)]
                )
                let entry = SeatOrder.Entry(worth: worth, since: begun, number: number, isStranger: worth < 2)
                guests.append(Guest(line: line, entry: entry))
                order.insert(entry, in: line)
            }
            #expect(order.first == Self.first(guests))
            for source in sources {
                #expect(order.first(of: source) == Self.first(guests) { $0.line.source == source })
            }
        }
    }
}
