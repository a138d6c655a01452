import Bluetooth
import Testing
import Tracking

@testable import BlueZ

/// A scan that hears nothing is begun anew, so that it is known whether silence is one.
struct SupervisorProbeTests {
    /// One that has heard so many devices each second for half a minute, and since then nothing.
    private static func silent(_ devices: Int) -> Transcript {
        var adapter = Transcript.scanning
        for second in 0..<30 {
            for device in 0..<devices {
                let now = Double(second) + Double(device) / Double(devices)
                adapter.supervisor.meet(BluetoothAddress(bits: UInt64(device)), at: Timestamp(seconds: now))
                adapter.at(now, .heard)
            }
        }
        return adapter
    }

    /// Until when it is silent, from second 29 on, before its scan is begun anew.
    private static func probe(_ adapter: inout Transcript) -> Double? {
        for tenth in 300..<1200 where adapter.at(Double(tenth) / 10, .tick) == [.stop] { return Double(tenth) / 10 }
        return nil
    }

    @Test(arguments: [(1, 33.3), (2, 32.6), (4, 32.8), (8, 32.9)])
    func `after four usual pauses, and at least three seconds, of silence the scan is begun anew`(
        devices: Int, time: Double
    ) throws {
        var adapter = Self.silent(devices)
        #expect(try abs(#require(Self.probe(&adapter)) - time) < 0.3)
        #expect(adapter.at(34, .discovering(false)) == [])
        #expect(adapter.at(34, .stopped) == [.start])
        #expect(adapter.supervisor.health == .scanning)
        #expect(adapter.at(34, .started) == [.wake(devices < RecentDevices.many ? 64 : 44)])
        #expect(adapter.supervisor.health == .scanning)
    }

    @Test(arguments: [(1, ScanProof.begun), (4, .begun), (5, .doubted), (30, .doubted)])
    func `that it answers is a proof, but not where many fell silent at once`(devices: Int, proof: ScanProof) {
        var adapter = Self.silent(devices)
        _ = Self.probe(&adapter)
        #expect(adapter.supervisor.takeProof() == .heard)
        adapter.at(34, .stopped)
        #expect(adapter.supervisor.takeProof() == nil)
        adapter.at(34, .started)
        #expect(adapter.supervisor.takeProof() == proof)
        #expect(adapter.supervisor.takeProof() == nil)
    }

    @Test func `after a crowd only something that is heard is one, or a power cycle ten seconds later`() {
        var adapter = Self.silent(8)
        _ = Self.probe(&adapter)
        adapter.at(34, .stopped)
        #expect(adapter.at(34, .started) == [.wake(44)])
        #expect(adapter.at(44, .tick) == [.report(.stalled), .setPower(false)])
        adapter.at(44, .powerAnswered(.done))
        adapter.at(44, .powerAnswered(.done))
        #expect(adapter.at(45, .started) == [.report(.scanning), .wake(75)])
        #expect(adapter.supervisor.takeProof() == .begun)
        var other = Self.silent(8)
        _ = Self.probe(&other)
        other.at(34, .stopped)
        other.at(34, .started)
        _ = other.supervisor.takeProof()
        other.at(35, .heard)
        #expect(other.supervisor.takeProof() == .heard)
        #expect(other.at(44, .tick) != [.report(.stalled), .setPower(false)])
    }

    @Test func `a pause for a connection in a crowd, or a long sleep after one, cycles no power`() {
        var adapter = Self.silent(8)
        adapter.at(30, .paused)
        adapter.at(30, .stopped)
        adapter.at(33, .resumed)
        adapter.at(33, .started)
        #expect(adapter.supervisor.takeProof() == .doubted)
        adapter.at(33.1, .heard)
        adapter.at(36, .tick)
        #expect(adapter.supervisor.health == .scanning)
        var slept = Self.silent(8)
        #expect(slept.at(7200, .tick) == [.report(.stalled), .stop])
        slept.at(7200, .stopped)
        slept.at(7200, .started)
        #expect(slept.supervisor.takeProof() == .begun)
        #expect(slept.at(7230, .tick) == [.wake(7260)])
    }

    @Test func `with a link of its own the power stays on, however many fell silent`() {
        var adapter = Self.silent(8)
        _ = Self.probe(&adapter)
        adapter.at(34, .stopped)
        adapter.at(34, .linked)
        adapter.at(34, .started)
        for second in stride(from: 35.0, to: 110, by: 5) {
            adapter.at(second, .linked)
            #expect(!adapter.at(second, .tick).contains(.setPower(false)))
        }
    }

    @Test func `where duplicates are filtered, the pauses between rounds are no doubt`() {
        var adapter = Transcript.scanning
        for second in stride(from: 0.0, to: 200, by: 10.24) {
            for device in 0..<9 {
                let now = second + Double(device) / 10
                adapter.supervisor.meet(BluetoothAddress(bits: UInt64(device)), at: Timestamp(seconds: now))
                adapter.at(now, .heard)
            }
            // The first round has not told yet how long they are.
            guard second > 15 else { continue }
            for tenth in 10...102 { #expect(!adapter.at(second + Double(tenth) / 10, .tick).contains(.stop)) }
        }
    }

    @Test func `once is enough until something is heard, and the watchdog's time goes on meanwhile`() {
        var adapter = Self.silent(1)
        _ = Self.probe(&adapter)
        adapter.at(33, .stopped)
        #expect(adapter.at(33, .started) == [.wake(63)])
        #expect(adapter.at(63, .tick) == [.wake(93)])
        #expect(adapter.at(93, .tick) == [.wake(123)])
        #expect(adapter.at(123, .tick) == [.report(.stalled), .stop])
    }

    @Test func `it is done once in half a minute at most`() {
        var adapter = Self.silent(1)
        let first = Self.probe(&adapter) ?? 0
        adapter.at(33.5, .stopped)
        adapter.at(33.5, .started)
        adapter.at(34, .heard)
        #expect(Self.probe(&adapter).map { $0 >= first + 30 } == true)
    }

    @Test func `a scan that does not begin anew is a trouble like any other`() {
        var adapter = Self.silent(1)
        _ = Self.probe(&adapter)
        adapter.at(34, .stopped)
        #expect(adapter.at(34, .startFailed(.failed)) == [.report(.recovering), .wake(35)])
        #expect(adapter.supervisor.takeProof() == .heard)
    }

    @Test func `an adapter that has heard nothing yet is left to the watchdog`() {
        var adapter = Transcript.scanning
        #expect(adapter.supervisor.takeProof() == .begun)
        #expect(adapter.at(30, .tick) == [.wake(60)])
        #expect(adapter.at(60, .tick) == [.wake(90)])
    }

    @Test func `what is heard is told twice a second at most`() {
        var adapter = Transcript.scanning
        var told = 0
        for hundredth in 0..<500 {
            adapter.at(1 + Double(hundredth) / 100, .heard)
            if adapter.supervisor.takeProof() == .heard { told += 1 }
        }
        #expect((9...11).contains(told))
    }
}
