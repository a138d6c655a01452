import Testing
import Tracking

@testable import Reminders

/// What is needed from elsewhere for a while, for the sake of who tries something.
@Suite(.timeLimit(.minutes(30)))
struct FactGuestsTests {
    private let now = Timestamp(seconds: 1000)

    /// Cells are a tenth of a degree wide.
    private func cell(_ number: Int) -> Need { .weather(Cell.weather(of: place(Double(number) / 2, 0))) }

    @Test func `an owner has six at a time, and more once the first are over`() {
        let guests = Hall()
        for number in 0..<FactGuests.mostOfOwner { #expect(guests.take(cell(number), for: Scene.sam, at: now)) }
        #expect(!guests.take(cell(99), for: Scene.sam, at: now))
        // What is there already goes on, and others have their own.
        #expect(guests.take(cell(0), for: Scene.sam, at: now.advanced(by: .seconds(30))))
        #expect(guests.take(cell(99), for: sample("eve"), at: now))
        let swept = guests.sweep(at: now.advanced(by: FactGuests.stay))
        #expect(swept.needs == Set((1..<FactGuests.mostOfOwner).map(cell) + [cell(99)]))
        #expect(swept.owners == [Scene.sam, sample("eve")])
        #expect(guests.needs == [cell(0)])
        #expect(guests.take(cell(99), for: Scene.sam, at: now.advanced(by: FactGuests.stay)))
    }

    @Test func `all together have a hundred at a time`() {
        let guests = Hall()
        for number in 0..<FactGuests.most {
            #expect(guests.take(cell(number), for: sample("owner\(number)"), at: now))
        }
        #expect(!guests.take(cell(0), for: Scene.sam, at: now))
        #expect(guests.sweep(at: now.advanced(by: FactGuests.stay)).needs.count == FactGuests.most)
        #expect(guests.isEmpty && guests.firstEnd == nil)
        #expect(guests.take(cell(0), for: Scene.sam, at: now))
    }

    @Test func `a need of two owners stays until the last of them is over`() {
        let guests = Hall()
        #expect(guests.take(cell(1), for: Scene.sam, at: now))
        #expect(guests.take(cell(1), for: sample("eve"), at: now.advanced(by: .seconds(10))))
        #expect(guests.firstEnd == now.advanced(by: FactGuests.stay))
        _ = guests.sweep(at: now.advanced(by: FactGuests.stay))
        #expect(guests.has(cell(1)) && !guests.has(Scene.sam))
        _ = guests.sweep(at: now.advanced(by: FactGuests.stay).advanced(by: .seconds(10)))
        #expect(!guests.has(cell(1)))
    }

    @Test func `a clock that is set back keeps nothing for longer`() {
        let guests = Hall()
        #expect(guests.take(cell(1), for: Scene.sam, at: now))
        _ = guests.sweep(at: now.advanced(by: .seconds(-86_400)))
        #expect(guests.isEmpty)
    }
}

/// Guests that are taken in within an expectation, which cannot change a value.
private final class Hall {
    private var guests = FactGuests()

    var isEmpty: Bool { guests.isEmpty }
    var needs: [Need] { guests.needs }
    var firstEnd: Timestamp? { guests.firstEnd }

    func has(_ need: Need) -> Bool { guests.has(need) }
    func has(_ owner: Name) -> Bool { guests.has(owner) }
    func take(_ need: Need, for owner: Name, at now: Timestamp) -> Bool { guests.take(need, for: owner, at: now) }
    func sweep(at now: Timestamp) -> (needs: Set<Need>, owners: Set<Name>) { guests.sweep(at: now) }
}
