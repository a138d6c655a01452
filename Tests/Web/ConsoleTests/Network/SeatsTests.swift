import Access
import Testing
import Tracking

@testable import API
@testable import Console
@testable import Pages
@testable import Recorder
@testable import Web

@Suite struct SeatsTests {
    private static func seats(
        connections: Int = 1000,
        trusted: String? = nil,
        _ change: (inout ConsoleLimits) -> Void = { _ in }
    ) throws -> Seats {
        var configuration = ConsoleConfiguration()
        configuration.connections = connections
        configuration.trustedProxies = try trusted.map { [try #require(AddressRange(written: $0))] } ?? []
        change(&configuration.limits)
        return Seats(configuration)
    }

    private static func address(_ text: String) throws -> NetworkAddress { try #require(NetworkAddress(text)) }

    /// Connections that nobody has logged in on, each from another address.
    private static func fill(_ seats: inout Seats, _ count: Int) throws -> [Int] {
        try (0..<count).map { try #require(seats.enter(from: try address("192.0.\($0 / 256).\($0 % 256)")).number) }
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7", 100), ("2001:db8::1", "2001:db8::2", 100), ("127.0.0.1", "127.0.0.1", 500),
        ("::1", "::1", 500), ("10.0.0.1", "10.0.0.1", 500),
    ])
    func `a source has its share, and its own oldest stranger ends for one more`(
        first: String,
        other: String,
        share: Int
    ) throws {
        var seats = try Self.seats(trusted: "10.0.0.1")
        for number in 1...share {
            let reception = seats.enter(from: try Self.address(number % 2 == 0 ? first : other))
            #expect(reception.number == number && reception.ending == nil)
        }
        let more = seats.enter(from: try Self.address(first))
        #expect(more.ending == 1 && more.reason == .source && more.number == share + 1)
        #expect(seats.count == share)
        let stranger = seats.enter(from: try Self.address("198.51.100.1"))
        #expect(stranger.ending == nil && stranger.number != nil)
    }

    @Test func `who is logged in keeps the connection, however many strangers come`() throws {
        var seats = try Self.seats(connections: 10)
        let known = try (1...2).map { number in
            let seat = try #require(seats.enter(from: try Self.address("203.0.113.\(number)")).number)
            let isLetIn = seats.identify(seat, .known(try Name("sam")), from: try Self.address("203.0.113.\(number)"))
            #expect(isLetIn)
            return seat
        }
        for number in 0..<1000 {
            let reception = seats.enter(from: try Self.address("192.0.\(number / 256).\(number % 256)"))
            #expect(reception.number != nil)
            #expect(reception.ending.map { !known.contains($0) } ?? true)
        }
        #expect(seats.count == 10)
    }

    @Test func `strangers never have all of the room`() throws {
        var seats = try Self.seats(connections: 100)
        _ = try Self.fill(&seats, 200)
        #expect(seats.count == 80)
    }

    @Test func `half-sent headers end first, then what is idle, then what is answered, the oldest first`() throws {
        var seats = try Self.seats(connections: 5) { $0.strangersPercent = 100 }
        let numbers = try Self.fill(&seats, 5)
        for (number, phase) in zip(numbers, [Seats.Phase.answering, .idle, .opening, .idle, .opening]) {
            seats.turn(number, to: phase)
        }
        var endings: [Int] = []
        for host in 1...5 {
            let reception = seats.enter(from: try Self.address("203.0.113.\(host)"))
            let ending = try #require(reception.ending)
            endings.append(ending)
            // So that the newcomers stay.
            let number = try #require(reception.number)
            seats.turn(number, to: .answering)
            _ = seats.identify(number, .known(nil), from: try Self.address("203.0.113.\(host)"))
        }
        #expect(endings == [3, 5, 2, 4, 1])
        // Now all are being answered who are logged in: who comes is sent away, and nobody else.
        let last = seats.enter(from: try Self.address("203.0.113.9"))
        #expect(last.number == nil && last.ending == nil && last.reason == .full)
        #expect(seats.count == 5)
        // What rests between two requests of theirs makes room.
        seats.turn(8, to: .idle)
        let next = seats.enter(from: try Self.address("203.0.113.9"))
        #expect(next.ending == 8 && next.number != nil)
    }

    /// Whoever asks whether the service is well has just come, and has not said so yet.
    @Test func `one that has just come stays while others rest, though they came before with a request`() throws {
        var seats = try Self.seats(connections: 10)
        let resting = try Self.fill(&seats, 7)
        for number in resting {
            seats.turn(number, to: .answering)
            seats.turn(number, to: .idle)
        }
        let young = try #require(seats.enter(from: try Self.address("203.0.113.1")).number)
        for number in 0..<7 {
            let reception = seats.enter(from: try Self.address("198.51.100.\(number)"))
            #expect(reception.ending == resting[number])
        }
        #expect(seats.enter(from: try Self.address("198.51.100.9")).ending == young)
    }

    /// In a flood of half-sent headers a check of `/health` had been ended before it was read.
    @Test(arguments: [Seats.Phase.opening, .idle, .answering])
    func `a source with few connections keeps them, whatever those with many have theirs for`(
        _ phase: Seats.Phase
    ) throws {
        var seats = try Self.seats(connections: 200)
        let few = try (1...10).map { _ in
            try #require(seats.enter(from: try Self.address("203.0.113.1")).number)
        }
        var endings: [Int] = []
        for number in 0..<2000 {
            let reception = seats.enter(from: try Self.address("198.51.100.\(number % 4)"))
            if let number = reception.number { seats.turn(number, to: phase) }
            if let ending = reception.ending { endings.append(ending) }
        }
        #expect(endings.count == 2000 - 150 && Set(endings).isDisjoint(with: few))
    }

    @Test func `what a proxy passes on weighs as much less as its share is larger`() throws {
        var seats = try Self.seats(connections: 250, trusted: "10.0.0.1")
        let proxied = try (1...120).map { _ in try #require(seats.enter(from: try Self.address("10.0.0.1")).number) }
        for _ in 1...80 { _ = seats.enter(from: try Self.address("198.51.100.1")) }
        for _ in 1...20 {
            let ending = try #require(seats.enter(from: try Self.address("203.0.113.1")).ending)
            #expect(!proxied.contains(ending))
        }
    }

    @Test func `connections of an account beyond its share count as a stranger's`() throws {
        var seats = try Self.seats(connections: 4) { $0.connectionsOfAccount = 2 }
        let sam = Seats.Guest.known(try Name("sam"))
        var numbers: [Int] = []
        for host in 1...3 {
            let address = try Self.address("203.0.113.\(host)")
            let number = try #require(seats.enter(from: address).number)
            let isAnswered = seats.identify(number, sam, from: address)
            #expect(isAnswered)
            seats.turn(number, to: .answering)
            numbers.append(number)
        }
        _ = seats.enter(from: try Self.address("192.0.2.1"))
        let reception = seats.enter(from: try Self.address("192.0.2.2"))
        #expect(reception.ending == 4)
        seats.leave(try #require(reception.number))
        _ = try Self.fill(&seats, 2)
        // The third is gone, the two of the share are there.
        seats.leave(numbers[0])
        let left = seats.identify(numbers[1], sam, from: try Self.address("203.0.113.2"))
        #expect(left)
    }

    @Test func `a source behind a trusted proxy has so many answers under way`() throws {
        var seats = try Self.seats(trusted: "10.0.0.1") { $0.connectionsOfSource = 3 }
        let (proxy, origin) = (try Self.address("10.0.0.1"), try Self.address("203.0.113.9"))
        var numbers: [Int] = []
        for number in 1...4 {
            let seat = try #require(seats.enter(from: proxy).number)
            seats.turn(seat, to: .answering)
            let mayBeAnswered = seats.identify(seat, .stranger, from: origin)
            #expect(mayBeAnswered == (number <= 3))
            numbers.append(seat)
        }
        let other = seats.identify(numbers[3], .stranger, from: try Self.address("203.0.113.10"))
        #expect(other)
        seats.turn(numbers[0], to: .idle)
        let again = seats.identify(numbers[3], .stranger, from: origin)
        #expect(again)
    }

    /// An account without rights had kept its neighbours out by a hundred bodies that never came.
    @Test(arguments: [Seats.Phase.receiving, .answering])
    func `an account has half of its source, and what it has beyond ends for its neighbours`(
        _ phase: Seats.Phase
    ) throws {
        var seats = try Self.seats()
        let (address, guest) = (try Self.address("192.0.2.7"), Seats.Guest.known(try Name("kim")))
        let held = try (1...100).map { _ in
            let number = try #require(seats.enter(from: address).number)
            seats.turn(number, to: phase)
            let isLetIn = seats.identify(number, guest, from: address)
            #expect(isLetIn)
            return number
        }
        for turn in 0..<30 {
            let reception = seats.enter(from: address)
            #expect(reception.ending == held[50 + turn])
            let number = try #require(reception.number)
            seats.turn(number, to: .answering)
            let isLetIn = seats.identify(number, .known(try Name("sam")), from: address)
            #expect(isLetIn)
        }
        // Elsewhere it has its own again.
        let other = try Self.address("198.51.100.1")
        let number = try #require(seats.enter(from: other).number)
        let isLetIn = seats.identify(number, guest, from: other)
        #expect(isLetIn)
        for _ in 0..<100 { #expect(seats.enter(from: other).ending != number) }
    }

    @Test func `a stranger's body that does not come is worth no more than headers that do not`() throws {
        var seats = try Self.seats(connections: 4) { $0.strangersPercent = 100 }
        let numbers = try Self.fill(&seats, 4)
        for (number, phase) in zip(numbers, [Seats.Phase.answering, .receiving, .opening, .receiving]) {
            seats.turn(number, to: phase)
        }
        // A body that one sends who is logged in is waited for.
        let isLetIn = seats.identify(numbers[3], .known(nil), from: try Self.address("192.0.0.3"))
        #expect(isLetIn)
        #expect(seats.enter(from: try Self.address("203.0.113.1")).ending == numbers[2])
        #expect(seats.enter(from: try Self.address("203.0.113.2")).ending == numbers[1])
    }

    @Test func `an account has half of the answers under way of a source behind a trusted proxy`() throws {
        var seats = try Self.seats(trusted: "10.0.0.1")
        let (proxy, origin) = (try Self.address("10.0.0.1"), try Self.address("203.0.113.9"))
        let (kim, sam) = (Seats.Guest.known(try Name("kim")), Seats.Guest.known(try Name("sam")))
        var numbers: [Int] = []
        for count in 1...105 {
            let number = try #require(seats.enter(from: proxy).number)
            seats.turn(number, to: .receiving)
            let isLetIn = seats.identify(number, kim, from: origin)
            #expect(isLetIn == (count <= 50))
            numbers.append(number)
        }
        for _ in 1...50 {
            let number = try #require(seats.enter(from: proxy).number)
            seats.turn(number, to: .answering)
            let isLetIn = seats.identify(number, sam, from: origin)
            #expect(isLetIn)
        }
        // What has been answered makes room, and what a body is waited for does not.
        seats.turn(numbers[0], to: .answering)
        let isTooMuch = !seats.identify(numbers[60], kim, from: origin)
        #expect(isTooMuch)
        seats.turn(numbers[0], to: .idle)
        let isLetIn = seats.identify(numbers[60], kim, from: origin)
        #expect(isLetIn)
    }
}
