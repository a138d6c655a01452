import Bluetooth
import Synchronization
import Testing
import Tracking

@testable import Gateway

/// What is told of a button while somebody sets the clock.
@Suite(.timeLimit(.minutes(5))) struct ButtonWatchTests {
    /// A clock that can be set; a sleep lasts as long as it was to last when it began, as the system's does.
    private final class SetClock: UTCClock {
        private let start = ContinuousClock.now
        private let offset = Mutex(Duration.seconds(1_800_000_000))

        var minimumResolution: Duration { .milliseconds(1) }
        var now: Timestamp {
            Timestamp(milliseconds: 0).advanced(by: ContinuousClock.now - start + offset.withLock(\.self))
        }

        func set(by change: Duration) { offset.withLock { $0 += change } }

        func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
            try await ContinuousClock().sleep(for: now.duration(to: deadline))
        }
    }

    @Test(arguments: [0, -3600, 3600]) func `a press is told also when the clock is set while a second is waited for`(
        seconds: Int
    ) async throws {
        let clock = SetClock()
        let (values, notify) = AsyncStream.makeStream(of: [UInt8].self)
        let (told, tell) = AsyncStream.makeStream(of: ButtonPress.self)
        let characteristic = TagCharacteristic(service: BluetoothUUID(0xFFE0), uuid: BluetoothUUID(0xFFE1))
        let watch = ButtonWatch(TagControls.Button(characteristic: characteristic), clock: clock) {
            tell.yield($0.press)
        }
        let listening = Task { await watch.listen(to: values) }
        notify.yield([1])
        // Until the press is taken in.
        while await !watch.isWaiting { await Task.yield() }
        clock.set(by: .seconds(seconds))
        var presses = told.makeAsyncIterator()
        #expect(await presses.next() == .single)
        notify.finish()
        await listening.value
    }
}
