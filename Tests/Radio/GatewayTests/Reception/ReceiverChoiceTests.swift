import Bluetooth
import Gateway
import TestSupport
import Testing
import Tracking

@Suite struct ReceiverChoiceTests {
    private let hall: Receiver
    private let attic: Receiver

    init() throws {
        hall = Receiver(gateway: try Name("hall"))
        attic = Receiver(gateway: try Name("attic"), adapter: BluetoothAddress(bits: 7))
    }

    private func at(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: Int64(seconds) * 1000) }

    @Test func `who hears it first has it`() {
        var choice = ReceiverChoice()
        #expect(choice.owner == nil)
        choice.heard(by: hall, rssi: -80, isClaimed: false, at: at(0))
        #expect(choice.owner == hall)
    }

    @Test func `another takes it when it is clearly better for long enough, and not before`() {
        var choice = ReceiverChoice()
        choice.heard(by: hall, rssi: -80, isClaimed: true, at: at(0))
        for second in stride(from: 1, through: 9, by: 2) {
            choice.heard(by: hall, rssi: -80, isClaimed: true, at: at(second))
            choice.heard(by: attic, rssi: -70, isClaimed: false, at: at(second))
            #expect(choice.owner == hall)
        }
        choice.heard(by: attic, rssi: -70, isClaimed: false, at: at(11))
        #expect(choice.owner == attic)
    }

    @Test func `who is silent for half a minute gives way to any other`() {
        var choice = ReceiverChoice()
        choice.heard(by: hall, rssi: -50, isClaimed: true, at: at(0))
        choice.heard(by: attic, rssi: -90, isClaimed: false, at: at(29))
        #expect(choice.owner == hall)
        choice.heard(by: attic, rssi: -90, isClaimed: false, at: at(30))
        #expect(choice.owner == attic)
    }

    @Test func `of two that both claim it the stronger keeps it, for both`() {
        var mine = ReceiverChoice(), other = ReceiverChoice()
        mine.heard(by: hall, rssi: -60, isClaimed: true, at: at(0))
        other.heard(by: attic, rssi: -70, isClaimed: true, at: at(0))
        for reader in 0..<2 {
            var choice = reader == 0 ? mine : other
            choice.heard(by: attic, rssi: -70, isClaimed: true, at: at(5))
            choice.heard(by: hall, rssi: -60, isClaimed: true, at: at(5))
            #expect(choice.owner == hall)
        }
    }

    @Test(arguments: 1...30)
    func `noise below the deadband never makes it change hands`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var choice = ReceiverChoice()
        choice.heard(by: hall, rssi: -70, isClaimed: true, at: at(0))
        for second in 1...600 {
            for receiver in [hall, attic] where Bool.random(using: &generator) || second % 10 == 0 {
                let rssi = -70 + Int.random(in: -2...2, using: &generator)
                choice.heard(by: receiver, rssi: rssi, isClaimed: receiver == hall, at: at(second))
            }
            #expect(choice.owner == hall)
        }
    }

    /// Each gateway claims by what it knew when it sent; the broker hands out one order to all.
    @Test(arguments: 1...30)
    func `gateways that read the same messages always agree on one`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let receivers = try (0..<4).map { Receiver(gateway: try Name("g\($0)")) }
        var choices = Array(repeating: ReceiverChoice(), count: receivers.count)
        var changes = 0
        var owner: Receiver?
        for second in 0..<900 {
            // The tag wanders past one after the other; sent at once, so that claims may be old on arrival.
            let messages = receivers.indices.shuffled(using: &generator).map { index -> (Receiver, Int, Bool) in
                let rssi = -50 - 12 * abs(index - second / 250) + Int.random(in: -8...8, using: &generator)
                return (receivers[index], rssi, choices[index].owner == receivers[index])
            }
            for (receiver, rssi, isClaimed) in messages where Bool.random(using: &generator) {
                for index in choices.indices {
                    choices[index].heard(by: receiver, rssi: rssi, isClaimed: isClaimed, at: at(second))
                }
            }
            let owners = Set(choices.map(\.owner))
            #expect(owners.count == 1)
            if let now = owners.first ?? nil, now != owner { (owner, changes) = (now, changes + 1) }
        }
        #expect(owner == receivers[3] && changes <= 8)
    }
}
