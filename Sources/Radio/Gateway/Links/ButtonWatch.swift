import Bluetooth
import Tracking

/// Listens to the button of a linked tag, and tells of each press once it is known what it was.
actor ButtonWatch {
    private let button: TagControls.Button
    private let clock: any UTCClock
    private let tell: @Sendable (PressRecognizer.Recognized) -> Void
    private var recognizer: PressRecognizer
    private var timer: Task<Void, Never>?

    init(
        _ button: TagControls.Button,
        clock: any UTCClock,
        tell: @escaping @Sendable (PressRecognizer.Recognized) -> Void
    ) {
        (self.button, self.clock, self.tell) = (button, clock, tell)
        recognizer = PressRecognizer(tellsRelease: button.release != nil)
    }

    /// Listens until the values end.
    func listen(to values: AsyncStream<[UInt8]>) async {
        for await value in values { notified(value) }
        timer?.cancel()
        if let press = recognizer.end() { tell(press) }
    }

    private func notified(_ value: [UInt8]) {
        guard let notice = button.notice(value) else { return }
        for press in recognizer.handle(notice, at: clock.now) { tell(press) }
        wait()
    }

    private func wait() {
        timer?.cancel()
        guard let due = recognizer.due else { return }
        timer = Task {
            try? await clock.sleep(until: due, tolerance: nil)
            if !Task.isCancelled { expire(due) }
        }
    }

    /// A clock that was set back meanwhile says that the time has not come; it has passed all the same.
    private func expire(_ due: Timestamp) {
        if let press = recognizer.expire(at: max(clock.now, due)) { tell(press) }
    }
}

extension TagControls.Button {
    /// What a notified value means; nil for nothing.
    fileprivate func notice(_ value: [UInt8]) -> PressRecognizer.Notice? {
        if value == release { return .released }
        if value == double { return .told(.double) }
        if value == long { return .told(.long) }
        return isPressed(value) ? .pressed : nil
    }
}
