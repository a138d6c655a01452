import Bluetooth
import Synchronization
import Testing
import Tracking

@testable import Gateway

/// What is told of a button, also while somebody sets the clock.
@Suite(.timeLimit(.minutes(5))) struct ButtonWatchTests {
    /// A clock that can be set; a sleep lasts as long as it was to last when it began, as the system's does.
    private final class SetClock: UTCClock {
        private let start = ContinuousClock.now
        private let offset = Mutex(Duration.seconds(1_800_000_000))
        private let sleeps = Mutex(0)

        var minimumResolution: Duration { .milliseconds(1) }
        var now: Timestamp {
            Timestamp(milliseconds: 0).advanced(by: ContinuousClock.now - start + offset.withLock(\.self))
        }

        func set(by change: Duration) { offset.withLock { $0 += change } }

        /// Whether somebody sleeps, or has slept.
        var hasSleeper: Bool { sleeps.withLock { $0 > 0 } }

        func sleep(until deadline: Timestamp, tolerance: Duration?) async throws {
            let duration = now.duration(to: deadline)
            sleeps.withLock { $0 += 1 }
            try await ContinuousClock().sleep(for: duration)
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
        // Until the press is taken in, and waited for: a clock that is set in between is another matter.
        while !clock.hasSleeper { await Task.yield() }
        clock.set(by: .seconds(seconds))
        var presses = told.makeAsyncIterator()
        #expect(await presses.next() == .single)
        notify.finish()
        await listening.value
    }

    @Test func `a press is what the tag's profile says that the value means`() async throws {
        let (told, tell) = AsyncStream.makeStream(of: ButtonPress.self)
        let characteristic = TagCharacteristic(service: BluetoothUUID(0xFFE0), uuid: BluetoothUUID(0xFFE1))
        let button = TagControls.Button(
            characteristic: characteristic, value: [1], release: [0], double: [2], long: [3]
        )
        let watch = ButtonWatch(button, clock: SetClock()) { tell.yield($0.press) }
        // The last means nothing; a release without a press tells nothing.
        for value in [[2], [3], [0], [9]] as [[UInt8]] {
            let (values, notify) = AsyncStream.makeStream(of: [UInt8].self)
            notify.yield(value)
            notify.finish()
            await watch.listen(to: values)
        }
        tell.finish()
        var presses: [ButtonPress] = []
        for await press in told { presses.append(press) }
        #expect(presses == [.double, .long])
    }
}
