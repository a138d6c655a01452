internal import Air
internal import Bluetooth
internal import Glibc
internal import Tracking

/// Puts tags with known strengths before this machine's BlueZ, for as long as it is told.
///
/// `air-probe TAGS SECONDS [legacy | extended] [TRACE]`: tag i is `C0:00:00:00:00:i` in hexadecimal, advertises each
/// 200 ms (1 s when there are more than 50) and arrives with -40 - 5 (i mod 10) dBm. The first tag answers ATT requests.
/// After half of the time the first tag walks out of range.
///
/// `air-probe TAGS SECONDS virtual` needs no device: it lets so many seconds of active scanning pass on the air's own
/// clock, with 100 ms between advertisements, and prints how long that took.
@main
struct AirProbe {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let words = Array(arguments)
        let count = words.first.flatMap { Int($0) } ?? 10
        let seconds = words.dropFirst().first.flatMap { Int($0) } ?? 20
        let generation: ControllerConfiguration.Generation = words.contains("extended") ? .extended : .legacy
        if words.contains("virtual") { return await runVirtually(airspace(count, .legacy), count, seconds) }
        let trace = try words.dropFirst(3).first.map { try TraceFile(path: $0, start: wallClock()) }
        let adapters = try VirtualAdapters(airspace(count, generation), trace: trace)
        let indices = try await adapters.open()
        print("adapters:", indices.map { "hci\($0)" }.joined(separator: " "))
        fflush(nil)
        try await Task.sleep(for: .seconds(seconds / 2))
        await adapters.change { $0.propagation = strengths(count, first: -140) }
        try await Task.sleep(for: .seconds(seconds - seconds / 2))
        await report(adapters)
        await adapters.close()
    }

    private static func runVirtually(_ start: Airspace, _ count: Int, _ seconds: Int) async {
        var airspace = start
        let scan: [[UInt8]] = [
            [1, 0x01, 0x0C, 8, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x3F],
            [1, 0x0B, 0x20, 7, 1, 0x10, 0, 0x10, 0, 0, 0], [1, 0x0C, 0x20, 2, 1, 0],
        ]
        for packet in scan { _ = airspace.receive(packet, for: ReceiverID(0), at: .zero) }
        var packets = airspace.change(at: .zero) { medium in
            for number in 0..<count {
                guard var set = medium.advertisement(of: TagID(number)) else { continue }
                set.interval = 100_000
                medium.advertise(TagID(number), set)
            }
        }.count
        let taken = SuspendingClock().measure {
            packets += airspace.advance(to: AirTime.zero.after(milliseconds: Int64(seconds) * 1000)).count
        }
        print("\(airspace.medium.statistics): \(packets) packets to the host in \(taken)")
    }

    private static func airspace(_ count: Int, _ generation: ControllerConfiguration.Generation) -> Airspace {
        var medium = Medium(propagation: strengths(count, first: -40), generator: SplitMix(seed: 1))
        for number in 0..<count {
            let tag = TagID(number)
            if number == 0 { medium.place(tag, peer: ErrorResponder()) } else { medium.place(tag) }
            medium.advertise(tag, advertisement(number, of: count))
        }
        let configuration = ControllerConfiguration(
            address: BluetoothAddress(bits: 0x0002_5B00_00AA),
            generation: generation
        )
        return Airspace(
            medium,
            controllers: [VirtualController(configuration, generator: SplitMix(seed: 1))]
        )
    }

    private static func advertisement(_ number: Int, of count: Int) -> AdvertisingSet {
        let name = Array("Tag \(number)".utf8)
        return AdvertisingSet(
            .connectable,
            address: LinkAddress(BluetoothAddress(bits: 0xC000_0000_0000 + UInt64(number)), isRandom: true),
            data: [2, 0x01, 0x06, 3, 0x03, 0x0F, 0x18],
            scanResponse: [UInt8(name.count + 1), 0x09] + name,
            interval: count > 50 ? 1_000_000 : 200_000
        )
    }

    /// Strengths that are set by hand, in dBm.
    private struct Strengths: Propagation {
        let strengths: [TagID: Double]

        func strength(on path: SignalPath, at time: AirTime) -> Double {
            guard case .tag(let tag) = path.transmitter else { return -60 }
            return strengths[tag] ?? -60
        }
    }

    private static func strengths(_ count: Int, first: Double) -> Strengths {
        var strengths: [TagID: Double] = [:]
        for number in 0..<count { strengths[TagID(number)] = -40 - 5 * Double(number % 10) }
        strengths[TagID(0)] = first
        return Strengths(strengths: strengths)
    }

    private static func wallClock() -> Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    private static func report(_ adapters: VirtualAdapters) async {
        let traffic = await adapters.traffic
        let commands = traffic.commands.sorted { $0.key.rawValue < $1.key.rawValue }
        print("commands:", commands.map { "\($0.key) ×\($0.value)" }.joined(separator: ", "))
        print("packets: \(traffic.fromHost) from the host, \(traffic.toHost) to it, \(traffic.refused) refused")
        var usage = rusage()
        unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let time = usage.ru_utime.tv_sec * 1000 + usage.ru_utime.tv_usec / 1000
        print("statistics: \(await adapters.medium.statistics), \(time) ms of user time")
    }
}
