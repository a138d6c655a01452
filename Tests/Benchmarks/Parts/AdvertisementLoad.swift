import Bluetooth
import Messages
import Tracking

/// What a gateway hears in a street: tags of six kinds, and phones and headsets that belong to no profile.
struct AdvertisementLoad {
    private let data: [[UInt8]]
    private let library: ProfileLibrary
    private let expected: Int

    init() throws {
        let beacon = BluetoothUUID("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0").map { $0.littleEndian.reversed() } ?? []
        let tags = [
            Advertisement(name: "iTAG", services: [BluetoothUUID(0xFFE0)]),
            Advertisement(name: "Tagalong", services: [TagalongService.uuid]),
            Advertisement(manufacturerData: [0x004C: [0x02, 0x15] + beacon + [0, 1, 0, 2, 0xC5]]),
            Advertisement(manufacturerData: [0x004C: [0x12, 0x19] + [UInt8](repeating: 0x55, count: 25)]),
            Advertisement(serviceData: [DULTFrame.service: [1, 0, 1, 2, 3, 4]]),
            Advertisement(serviceData: [FMDNFrame.service: [0x40] + [UInt8](repeating: 7, count: 20)]),
        ]
        let strangers = [
            Advertisement(name: "Phone", services: [BluetoothUUID(0x180D)], txPower: 4),
            Advertisement(manufacturerData: [0x0075: [1, 2, 3, 4, 5, 6]]),
        ]
        data = try tags.map { try $0.encoded(flags: nil) } + strangers.map { try $0.encoded() }
        library = ProfileLibrary(try Self.profiles())
        expected = tags.count
    }

    /// Walks over the structures and adds up what it sees: what no decoder can do without.
    func walksPerSecond(_ turns: Int) -> Double {
        perSecond(turns) { data in
            var (place, sum) = (0, 0)
            while place < data.count {
                let length = Int(data[place])
                for offset in place..<(place + 1 + length) { sum &+= Int(data[offset]) }
                place += 1 + length
            }
            keep(sum)
        }
    }

    func decodingsPerSecond(_ turns: Int) throws -> Double {
        try perSecond(turns) { keep(try Advertisement(decoding: $0)) }
    }

    func recognitionsPerSecond(_ turns: Int) throws -> Double {
        var found = 0
        let rate = try perSecond(turns) { data in
            if let recognition = library.recognise(try Advertisement(decoding: data)) {
                keep(recognition)
                found += 1
            }
        }
        guard found == turns * expected else {
            throw WrongCount("advertisements recognised", expected: turns * expected, found: found)
        }
        return rate
    }

    private func perSecond(_ turns: Int, _ work: ([UInt8]) throws -> Void) rethrows -> Double {
        let seconds = try Stopwatch.processorSeconds { for _ in 0..<turns { try data.forEach(work) } }
        return Double(turns * data.count) / seconds
    }

    /// The patterns of the shipped profiles, whose files need not be where this runs.
    private static func profiles() throws -> [TagProfile] {
        let patterns: [(String, [TagPattern])] = [
            ("chipolo", [TagPattern(frame: .chipolo), TagPattern(services: [BluetoothUUID(0xFE33)])]),
            ("dult", [TagPattern(frame: .dult())]),
            ("eddystone", [TagPattern(frame: .eddystone())]),
            (
                "find-me",
                [
                    TagPattern(services: [BluetoothUUID(0x1802)]),
                    TagPattern(services: [BluetoothUUID(0x1803), BluetoothUUID(0x1804)]),
                ]
            ),
            ("find-my", [TagPattern(frame: .findMy())]),
            ("fmdn", [TagPattern(frame: .fmdn)]),
            ("ibeacon", [TagPattern(frame: .iBeacon())]),
            ("itag", [TagPattern(name: NameCondition("iTAG", isPrefix: true, ignoresCase: true))]),
            ("pebblebee", [TagPattern(serviceData: DataCondition(key: BluetoothUUID(0xFA25)))]),
            ("smarttag", [TagPattern(frame: .smartTag)]),
            ("tagalong-t1", [TagPattern(frame: .tagalong)]),
            ("tile", [TagPattern(serviceData: DataCondition(key: BluetoothUUID(0xFEED)))]),
        ]
        return try patterns.map { TagProfile(name: try Name($0.0), model: $0.0, patterns: $0.1) }
    }
}
