import Bluetooth
import TestSupport
import Testing
import Tracking

@testable import BlueZ

struct SupervisorWatchTests {
    @Test func `ninety seconds of silence restart the scan`() {
        var adapter = Transcript.scanning
        #expect(adapter.at(30, .tick) == [.wake(60)])
        #expect(adapter.at(60, .tick) == [.wake(90)])
        #expect(adapter.at(90, .tick) == [.report(.stalled), .stop])
        #expect(adapter.at(90, .discovering(false)) == [])
        #expect(adapter.at(91, .stopped) == [.report(.recovering), .start])
        #expect(adapter.at(92, .started) == [.report(.scanning), .wake(122)])
    }

    @Test func `any advertisement keeps the watchdog quiet`() {
        var adapter = Transcript.scanning
        #expect(adapter.at(20, .heard) == [.wake(50)])
        adapter.at(49, .heard)
        #expect(adapter.at(50, .tick) == [.wake(79)])
        adapter.at(79, .heard)
        #expect(adapter.at(79, .tick).count == 1)
        #expect(adapter.supervisor.health == .scanning)
    }

    @Test func `silence beside a link restarts the scan only, and tells nothing until a tag is heard`() {
        var adapter = Transcript.scanning
        for start in stride(from: 0.0, to: 900, by: 90) {
            for second in stride(from: start, to: start + 90, by: 10) {
                #expect(adapter.at(second, .linked) == [])
            }
            #expect(adapter.at(start + 90, .tick) == (start == 0 ? [.report(.stalled), .stop] : [.stop]))
            #expect(adapter.at(start + 90, .discovering(false)) == [])
            #expect(adapter.at(start + 90, .stopped) == [.start])
            #expect(adapter.at(start + 90, .started) == [.wake(start + 120)])
        }
        #expect(adapter.at(905, .heard) == [.report(.scanning), .wake(935)])
        // The last link is gone.
        #expect(adapter.at(995, .tick) == [.report(.stalled), .stop])
    }

    @Test func `a scan that was started in silence beside a link is not trusted once the link is gone`() {
        var adapter = Transcript.scanning
        adapter.at(80, .linked)
        #expect(adapter.at(90, .tick) == [.report(.stalled), .stop])
        adapter.at(90, .stopped)
        #expect(adapter.at(90, .started) == [.wake(120)])
        #expect(adapter.at(180, .tick) == [.stop])
        adapter.at(180, .stopped)
        #expect(adapter.at(180, .started) == [.wake(210)])
        #expect(adapter.at(181, .paused) == [.stop])
        #expect(adapter.at(181, .heard) == [])
        adapter.at(181, .stopped)
        adapter.at(182, .resumed)
        #expect(adapter.at(182, .started).first == .report(.scanning))
    }

    @Test func `silence after a restart cycles the power, and after that it is believed for longer and longer`() {
        var adapter = Transcript.scanning
        adapter.at(90, .tick)
        adapter.at(90, .stopped)
        adapter.at(90, .started)
        #expect(adapter.at(180, .tick) == [.report(.stalled), .setPower(false)])
        #expect(adapter.at(180, .powerAnswered(.done)) == [.setPower(true)])
        #expect(adapter.at(180, .powerAnswered(.done)) == [.start])
        #expect(adapter.at(180, .started) == [.report(.scanning), .wake(210)])
        #expect(adapter.at(330, .tick) == [.wake(360)])
        #expect(adapter.at(360, .tick) == [.report(.stalled), .stop])
        adapter.at(360, .stopped)
        adapter.at(360, .started)
        #expect(adapter.at(690, .tick) == [.wake(720)])
        #expect(adapter.at(720, .tick) == [.report(.stalled), .stop])
    }

    @Test func `an advertisement after silence makes the watchdog as strict as before`() {
        var adapter = Transcript.scanning
        adapter.at(90, .tick)
        adapter.at(90, .stopped)
        adapter.at(90, .started)
        adapter.at(100, .heard)
        #expect(adapter.at(190, .tick) == [.report(.stalled), .stop])
    }

    @Test func `discovery that somebody else ends is started again`() {
        var adapter = Transcript.scanning
        #expect(adapter.at(10, .discovering(false)) == [.report(.recovering), .stop])
        #expect(adapter.at(10, .stopped) == [.start])
        #expect(adapter.at(11, .started) == [.report(.scanning), .wake(41)])
    }

    @Test func `scanning pauses while somebody connects`() {
        var adapter = Transcript.scanning
        #expect(adapter.at(10, .paused) == [.stop])
        #expect(adapter.at(10, .discovering(false)) == [])
        #expect(adapter.at(10, .stopped) == [.quiet, .wake(15)])
        #expect(adapter.at(12, .resumed) == [.start])
        #expect(adapter.at(12, .started) == [.wake(42)])
    }

    @Test func `a long pause is told, for silence means nothing then`() {
        var adapter = Transcript.scanning
        adapter.at(10, .paused)
        adapter.at(10, .stopped)
        #expect(adapter.at(15, .tick) == [.report(.recovering)])
        #expect(adapter.at(60, .resumed) == [.start])
        #expect(adapter.at(61, .started) == [.report(.scanning), .wake(91)])
    }

    @Test func `a pause wanted while scanning starts comes right after`() {
        var adapter = Transcript()
        adapter.at(0, .appeared(isPowered: true))
        #expect(adapter.at(0, .paused) == [])
        #expect(adapter.at(1, .started) == [.stop])
        #expect(adapter.at(1, .stopped) == [.quiet, .wake(6)])
    }

    @Test func `a pause that ends before scanning has stopped starts it again`() {
        var adapter = Transcript.scanning
        adapter.at(10, .paused)
        #expect(adapter.at(10, .resumed) == [])
        #expect(adapter.at(10, .stopped) == [.start])
    }

    @Test(arguments: [AdapterSupervisor.Event.vanished, .powered(false)])
    func `who waits for a pause is let go when the adapter is gone`(event: AdapterSupervisor.Event) {
        var adapter = Transcript.scanning
        adapter.at(10, .paused)
        #expect(adapter.at(10, event) == [.report(.off), .quiet])
    }

    @Test func `whatever happens, who waits for a pause gets it, and scanning comes back`() {
        var generator = SeededGenerator(seed: 20)
        for _ in 0..<2000 {
            var adapter = Bool.random(using: &generator) ? Transcript() : .switchingOn
            var now = 0.0
            adapter.at(now, .appeared(isPowered: Bool.random(using: &generator)))
            for _ in 0..<Int.random(in: 0...30, using: &generator) {
                now += Double.random(in: 0...40, using: &generator)
                adapter.at(now, Self.events.randomElement(using: &generator) ?? .tick)
            }
            adapter.at(now, .resumed)
            #expect(Self.settle(&adapter, &now) == .scanning)
            #expect(adapter.at(now, .paused) == [.stop])
            #expect(adapter.at(now, .stopped).first == .quiet)
        }
    }

    private static let events: [AdapterSupervisor.Event] = [
        .vanished, .appeared(isPowered: true), .appeared(isPowered: false), .powered(true), .powered(false),
        .discovering(true), .discovering(false), .heard, .linked, .tick, .started, .startFailed(.inProgress),
        .startFailed(.failed), .startFailed(.unknownObject), .startFailed(.other), .stopped, .powerAnswered(.done),
        .powerAnswered(.blocked), .powerAnswered(.failed), .powerAnswered(.shared), .paused, .resumed,
    ]

    /// Lets everything succeed from now on.
    private static func settle(_ adapter: inout Transcript, _ now: inout Double) -> AdapterHealth {
        for _ in 0..<10 {
            switch adapter.supervisor.state {
            case .absent: adapter.at(now, .appeared(isPowered: true))
            case .off: adapter.at(now, .powered(true))
            case .poweringOn, .cyclingOff, .cyclingOn: adapter.at(now, .powerAnswered(.done))
            case .starting: adapter.at(now, .started)
            case .waiting:
                now += 61
                adapter.at(now, .tick)
            case .stopping: adapter.at(now, .stopped)
            case .scanning, .paused:
                adapter.at(now, .heard)
                return adapter.supervisor.health
            }
        }
        return adapter.supervisor.health
    }
}
