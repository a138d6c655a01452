import TestSupport

@testable import Air

/// Two controllers that hear each other at -50 dBm: the first one's host scans, the second one's advertises.
struct AirPair {
    private var airspace: Airspace
    private var time = AirTime.zero

    init(_ change: (inout ControllerConfiguration) -> Void = { _ in }) {
        let medium = Medium(propagation: FixedPropagation(standard: -50), generator: SeededGenerator(seed: 7))
        airspace = Airspace(medium, controllers: [controller(.extended, change), controller(.extended)])
        scanner(.setEventMask, "ff ff ff ff ff ff ff 3f")
        scanner(.leSetEventMask, "ff ff 0f 00 00 00 00 00")
    }

    var statistics: Medium.Statistics { airspace.medium.statistics }

    /// The medium changes.
    mutating func change(_ body: (inout Medium) -> Void) { _ = airspace.change(at: time, body) }

    /// The first host sends a command; what comes back at once.
    @discardableResult
    mutating func scanner(_ opcode: HCI.Opcode, _ parameters: String = "") -> [String] { send(0, opcode, parameters) }

    /// The second host sends a command; what comes back at once.
    @discardableResult
    mutating func advertiser(_ opcode: HCI.Opcode, _ parameters: String = "") -> [String] {
        send(1, opcode, parameters)
    }

    private mutating func send(_ host: Int, _ opcode: HCI.Opcode, _ parameters: String) -> [String] {
        airspace.receive(command(opcode, parameters), for: ReceiverID(host), at: time).map(\.bytes.hex)
    }

    /// Lets time pass; what the first host is told meanwhile.
    @discardableResult
    mutating func pass(milliseconds: Int64) -> [[UInt8]] {
        time = time.after(milliseconds: milliseconds)
        return airspace.advance(to: time).filter { $0.receiver == ReceiverID(0) }.map(\.bytes)
    }

    /// Scans by extended commands without pause, on the PHYs of a mask.
    mutating func scan(phys: String = "01", actively: Bool = false, withoutDuplicates: Bool = false) {
        let slice = " 0\(actively ? 1 : 0) 10 00 10 00"
        let count = phys == "05" ? 2 : 1
        scanner(.leSetExtendedScanParameters, "00 00 \(phys)" + String(repeating: slice, count: count))
        scanner(.leSetExtendedScanEnable, "01 0\(withoutDuplicates ? 1 : 0) 00 00 00 00")
    }

    /// Makes a set of properties, primary and secondary PHY, each 100 ms, with the address C6:05:04:03:02:01.
    @discardableResult
    mutating func make(set: UInt8 = 1, _ properties: String, phys: (String, String) = ("01", "01")) -> [String] {
        let answer = advertiser(
            .leSetExtendedAdvertisingParameters,
            "0\(set) \(properties) a0 00 00 a0 00 00 07 01 00 00 00 00 00 00 00 00 7f \(phys.0) 00 \(phys.1) 0\(set) 00"
        )
        advertiser(.leSetAdvertisingSetAddress, "0\(set) 01 02 03 04 05 c6")
        return answer
    }

    /// Gives a set its data, in pieces of at most 251 bytes; the last answer.
    @discardableResult
    mutating func fill(
        set: UInt8 = 1, _ data: [UInt8], _ opcode: HCI.Opcode = .leSetExtendedAdvertisingData
    ) -> [String] {
        let starts = Array(stride(from: 0, to: max(1, data.count), by: 251))
        var answer: [String] = []
        for start in starts {
            let piece = data.dropFirst(start).prefix(251)
            let isLast = start == starts.last
            let operation = starts.count == 1 ? 3 : start == 0 ? 1 : isLast ? 2 : 0
            let head = [set, UInt8(operation), 1, UInt8(piece.count)]
            answer = advertiser(opcode, (head + piece).hex)
        }
        return answer
    }

    /// Starts a set.
    @discardableResult
    mutating func start(set: UInt8 = 1) -> [String] {
        advertiser(.leSetExtendedAdvertisingEnable, "01 01 0\(set) 00 00 00")
    }
}
