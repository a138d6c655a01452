import Bluetooth
import Testing

@testable import BlueZ

struct SupervisorStartTests {
    @Test func `an adapter that is on is started and scans`() {
        var adapter = Transcript()
        #expect(adapter.at(0, .appeared(isPowered: true)) == [.report(.starting), .start])
        #expect(adapter.at(1, .started) == [.report(.scanning), .wake(31)])
    }

    @Test func `an adapter that is off stays off until somebody switches it on`() {
        var adapter = Transcript()
        #expect(adapter.at(0, .appeared(isPowered: false)) == [])
        #expect(adapter.at(100, .tick) == [])
        #expect(adapter.at(200, .powered(true)) == [.report(.starting), .start])
    }

    @Test func `an adapter that is off is switched on at its coming where that is wanted`() {
        var adapter = Transcript.switchingOn
        #expect(adapter.at(0, .appeared(isPowered: false)) == [.report(.starting), .setPower(true)])
        #expect(adapter.at(1, .powered(true)) == [.start])
        #expect(adapter.at(1, .powerAnswered(.done)) == [])
        #expect(adapter.at(2, .started) == [.report(.scanning), .wake(32)])
    }

    @Test(arguments: [AdapterSupervisor.PowerAnswer.blocked, .failed])
    func `an adapter that does not let itself be switched on is tried again every 30 seconds`(
        answer: AdapterSupervisor.PowerAnswer
    ) {
        var adapter = Transcript.switchingOn
        adapter.at(0, .appeared(isPowered: false))
        #expect(adapter.at(1, .powerAnswered(answer)) == [.report(.off), .wake(31)])
        #expect(adapter.at(31, .tick) == [.setPower(true)])
        #expect(adapter.at(31, .powerAnswered(answer)) == [.wake(61)])
        #expect(adapter.at(40, .powered(true)) == [.report(.starting), .start])
    }

    @Test func `one that somebody switches off stays off until somebody switches it on`() {
        var adapter = Transcript.scanning
        #expect(adapter.at(10, .powered(false)) == [.report(.off)])
        #expect(adapter.at(10, .discovering(false)) == [])
        #expect(adapter.at(100, .tick) == [])
        #expect(adapter.at(200, .powered(true)) == [.report(.starting), .start])
        #expect(adapter.at(201, .started) == [.report(.scanning), .wake(231)])
    }

    @Test func `one that goes and comes again is started again`() {
        var adapter = Transcript.scanning
        #expect(adapter.at(10, .vanished) == [.report(.off)])
        #expect(adapter.at(11, .tick) == [])
        #expect(adapter.at(20, .appeared(isPowered: true)) == [.report(.starting), .start])
    }

    @Test func `the second InProgress in a row cycles the power`() {
        var adapter = Transcript()
        adapter.at(0, .appeared(isPowered: true))
        #expect(adapter.at(0, .startFailed(.inProgress)) == [.report(.recovering), .stop])
        #expect(adapter.at(0, .stopped) == [.start])
        #expect(adapter.at(0, .startFailed(.inProgress)) == [.setPower(false)])
        #expect(adapter.at(1, .powered(false)) == [])
        #expect(adapter.at(1, .discovering(false)) == [])
        #expect(adapter.at(1, .powerAnswered(.done)) == [.setPower(true)])
        #expect(adapter.at(2, .powered(true)) == [.start])
        #expect(adapter.at(2, .powerAnswered(.done)) == [])
        #expect(adapter.at(3, .started) == [.report(.scanning), .wake(33)])
    }

    @Test func `where others have links its power stays on, and only the scan is started again`() {
        var adapter = Transcript()
        adapter.at(0, .appeared(isPowered: true))
        adapter.at(0, .startFailed(.inProgress))
        adapter.at(0, .stopped)
        #expect(adapter.at(0, .startFailed(.inProgress)) == [.setPower(false)])
        #expect(adapter.at(1, .powerAnswered(.shared)) == [.stop])
        #expect(adapter.at(1, .stopped) == [.start])
        #expect(adapter.at(1, .startFailed(.inProgress)) == [.stop])
        #expect(adapter.at(1, .stopped) == [.start])
        #expect(adapter.at(1, .startFailed(.inProgress)) == [.wake(61)])
    }

    @Test(arguments: [AdapterSupervisor.StartFailure.failed, .notReady])
    func `a failed start is tried four times with growing pauses, then after a minute`(
        failure: AdapterSupervisor.StartFailure
    ) {
        var adapter = Transcript()
        adapter.at(0, .appeared(isPowered: true))
        #expect(adapter.at(0, .startFailed(failure)) == [.report(.recovering), .wake(1)])
        #expect(adapter.at(1, .tick) == [.start])
        #expect(adapter.at(1, .startFailed(failure)) == [.setPower(false)])
        adapter.at(1, .powerAnswered(.done))
        #expect(adapter.at(2, .powerAnswered(.done)) == [.start])
        #expect(adapter.at(2, .startFailed(failure)) == [.wake(6)])
        #expect(adapter.at(5, .tick) == [.wake(6)])
        #expect(adapter.at(6, .tick) == [.start])
        #expect(adapter.at(6, .startFailed(failure)) == [.wake(66)])
        #expect(adapter.at(66, .tick) == [.start])
        #expect(adapter.at(66, .startFailed(failure)) == [.wake(67)])
    }

    @Test func `an object that is not there yet is waited for`() {
        var adapter = Transcript()
        adapter.at(0, .appeared(isPowered: true))
        #expect(adapter.at(0, .startFailed(.unknownObject)) == [.report(.recovering), .wake(1.5)])
        #expect(adapter.at(1.5, .tick) == [.start])
    }

    @Test func `a power cycle that leaves the adapter off is tried again`() {
        var adapter = Transcript()
        adapter.at(0, .appeared(isPowered: true))
        adapter.at(0, .startFailed(.failed))
        adapter.at(1, .tick)
        adapter.at(1, .startFailed(.failed))
        adapter.at(1, .powerAnswered(.done))
        #expect(adapter.at(2, .powerAnswered(.failed)) == [.report(.off), .wake(32)])
        #expect(adapter.at(32, .tick) == [.setPower(true)])
        #expect(adapter.at(33, .powerAnswered(.done)) == [.start])
    }
}
