import Bluetooth
import Tracking

extension AdapterSupervisor {
    /// Takes in an event, and returns what to do, in this order.
    mutating func handle(_ event: Event, at now: Timestamp) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .appeared(let isPowered): appeared(isPowered, now, &actions)
        case .vanished: endUp(.absent, &actions)
        case .powered(true): poweredOn(now, &actions)
        case .powered(false): poweredOff(&actions)
        case .discovering(true): break
        case .discovering(false): discoveryEnded(&actions)
        case .heard: heard(now, &actions)
        case .linked: (lastLinked, silences) = (now, 0)
        case .tick: ticked(now, &actions)
        case .started: started(now, &actions)
        case .startFailed(let failure): startFailed(failure, now, &actions)
        case .stopped: stopped(now, &actions)
        case .powerAnswered(let answer): powerAnswered(answer, now, &actions)
        case .paused: paused(now, &actions)
        case .resumed: resumed(now, &actions)
        }
        return actions
    }

    private mutating func appeared(_ isPowered: Bool, _ now: Timestamp, _ actions: inout [Action]) {
        (silences, isDoubted, fellSilent) = (0, false, false)
        // Its user may have switched it off.
        guard isPowered || switchesOn else { return endUp(.off(triesAgain: false), &actions) }
        report(.starting, &actions)
        if isPowered {
            begin(attempt: 1, now, &actions)
        } else {
            state = .poweringOn
            actions.append(.setPower(true))
        }
    }

    private mutating func poweredOn(_ now: Timestamp, _ actions: inout [Action]) {
        switch state {
        case .off, .poweringOn:
            report(.starting, &actions)
            begin(attempt: 1, now, &actions)
        case .cyclingOn(let attempt): begin(attempt: attempt, now, &actions)
        case .absent, .starting, .waiting, .stopping, .cyclingOff, .scanning, .paused: break
        }
    }

    private mutating func poweredOff(_ actions: inout [Action]) {
        switch state {
        case .starting, .waiting, .stopping, .scanning, .paused: endUp(.off(triesAgain: false), &actions)
        // Our own doing, or nothing new.
        case .absent, .off, .poweringOn, .cyclingOff, .cyclingOn: break
        }
    }

    /// Discovery ended without our asking: somebody else's doing, or the controller's.
    private mutating func discoveryEnded(_ actions: inout [Action]) {
        switch state {
        case .scanning:
            report(.recovering, &actions)
            // bluetoothd may still count a session as ours.
            stop(then: .start(attempt: 1), &actions)
        case .absent, .off, .poweringOn, .starting, .waiting, .stopping, .cyclingOff, .cyclingOn, .paused: break
        }
    }

    private mutating func ticked(_ now: Timestamp, _ actions: inout [Action]) {
        switch state {
        case .scanning: watch(now, &actions)
        case .waiting(let attempt, let until):
            if now >= until { begin(attempt: attempt, now, &actions) } else { actions.append(.wake(at: until)) }
        case .paused(let since):
            if since.duration(to: now) >= Self.longPause { report(.recovering, &actions) }
        case .off(triesAgain: true):
            state = .poweringOn
            actions.append(.setPower(true))
        case .absent, .off(triesAgain: false), .poweringOn, .starting, .stopping, .cyclingOff, .cyclingOn: break
        }
    }

    private mutating func watch(_ now: Timestamp, _ actions: inout [Action]) {
        guard lastHeard.duration(to: now) >= currentPatience else {
            if let probeDue, probeDue <= now { return probe(now, &actions) }
            if let due = cycleDue(at: now), due <= now {
                (silences, fellSilent) = (2, false)
                report(.stalled, &actions)
                return cyclePower(attempt: 1, &actions)
            }
            return actions.append(.wake(at: nextCheck(after: now)))
        }
        // What has a link advertises no more, and there may be nothing else to be heard. Whether the scan has stopped in
        // silence cannot be told: it is started anew, which leaves the link alone, as a power cycle would not, and until
        // something is heard its silence tells nothing of other tags.
        if hasLink(at: now) {
            isDoubted = true
            report(.stalled, &actions)
            return stop(then: .start(attempt: 1), &actions)
        }
        silences += 1
        report(.stalled, &actions)
        if silences == 2 {
            cyclePower(attempt: 1, &actions)
        } else {
            stop(then: .start(attempt: 1), &actions)
        }
    }

    private func nextCheck(after now: Timestamp) -> Timestamp {
        let check = now.advanced(by: Self.checkEvery)
        return min(probeDue ?? check, cycleDue(at: now) ?? check, check)
    }

    /// A scan of which it was not known whether it goes on does so.
    private mutating func heard(_ now: Timestamp, _ actions: inout [Action]) {
        count(at: now)
        let wasProbed = hasProbed
        (lastHeard, silences, hasProbed, fellSilent) = (now, 0, false, false)
        if wasProbed || toldHeard.map({ $0.duration(to: now) >= Self.tellEvery }) ?? true {
            (proof, toldHeard) = (.heard, now)
        }
        let wasDoubted = isDoubted
        isDoubted = false
        guard case .scanning = state else { return }
        if wasDoubted { report(.scanning, &actions) }
        if wasProbed { actions.append(.wake(at: nextCheck(after: now))) }
    }

    private mutating func started(_ now: Timestamp, _ actions: inout [Action]) {
        switch state {
        case .starting where isPaused: stop(then: .pause, &actions)
        case .starting:
            state = .scanning
            proof = proofOfBeginning(at: now)
            // The watchdog's time goes on.
            if !isProbing { lastHeard = now }
            (isProbing, hasProbed) = (false, true)
            report(isDoubted ? .stalled : .scanning, &actions)
            actions.append(.wake(at: nextCheck(after: now)))
        case .absent, .off, .poweringOn, .waiting, .stopping, .cyclingOff, .cyclingOn, .scanning, .paused: break
        }
    }

    private mutating func startFailed(_ failure: StartFailure, _ now: Timestamp, _ actions: inout [Action]) {
        switch state {
        case .starting(let attempt):
            isProbing = false
            report(.recovering, &actions)
            tryAgain(after: failure, attempt, now, &actions)
        case .absent, .off, .poweringOn, .waiting, .stopping, .cyclingOff, .cyclingOn, .scanning, .paused: break
        }
    }

    private mutating func tryAgain(
        after failure: StartFailure, _ attempt: Int, _ now: Timestamp, _ actions: inout [Action]
    ) {
        if attempt >= Self.attempts { return wait(Self.restAfterAttempts, attempt: 1, now, &actions) }
        switch (failure, attempt) {
        case (.unknownObject, _): wait(Self.waitForObject, attempt: attempt + 1, now, &actions)
        case (.inProgress, 2), (.failed, 2), (.notReady, 2): cyclePower(attempt: attempt + 1, &actions)
        case (.inProgress, _): stop(then: .start(attempt: attempt + 1), &actions)
        case (.failed, _), (.notReady, _), (.other, _):
            wait(Self.pause(afterAttempt: attempt), attempt: attempt + 1, now, &actions)
        }
    }

    private mutating func stopped(_ now: Timestamp, _ actions: inout [Action]) {
        switch state {
        case .stopping(.start(let attempt)):
            if health == .stalled, !isDoubted { report(.recovering, &actions) }
            begin(attempt: attempt, now, &actions)
        case .stopping(.pause):
            // Who wanted the pause may have changed his mind meanwhile: then this starts again.
            begin(attempt: 1, now, &actions)
        case .absent, .off, .poweringOn, .starting, .waiting, .cyclingOff, .cyclingOn, .scanning, .paused: break
        }
    }

    private mutating func powerAnswered(_ answer: PowerAnswer, _ now: Timestamp, _ actions: inout [Action]) {
        switch (state, answer) {
        case (.poweringOn, .done): begin(attempt: 1, now, &actions)
        case (.cyclingOn(let attempt), .done), (.cyclingOff(let attempt), .failed):
            begin(attempt: attempt, now, &actions)
        case (.cyclingOff(let attempt), .done):
            state = .cyclingOn(attempt: attempt)
            actions.append(.setPower(true))
        // What has gone wrong is left to stopping and starting.
        case (.cyclingOff(let attempt), .shared): stop(then: .start(attempt: attempt), &actions)
        case (.poweringOn, .blocked), (.poweringOn, .failed), (.cyclingOff, .blocked), (.cyclingOn, .blocked),
            (.cyclingOn, .failed), (.poweringOn, .shared), (.cyclingOn, .shared):
            endUp(.off(triesAgain: true), &actions)
            actions.append(.wake(at: now.advanced(by: Self.checkEvery)))
        case (.absent, _), (.off, _), (.starting, _), (.waiting, _), (.stopping, _), (.scanning, _), (.paused, _):
            break
        }
    }

    private mutating func paused(_ now: Timestamp, _ actions: inout [Action]) {
        isPaused = true
        switch state {
        case .scanning: stop(then: .pause, &actions)
        case .waiting: begin(attempt: 1, now, &actions)
        case .absent, .off, .poweringOn, .paused: actions.append(.quiet)
        // What is under way ends soon, and then pauses.
        case .starting, .stopping, .cyclingOff, .cyclingOn: break
        }
    }

    private mutating func resumed(_ now: Timestamp, _ actions: inout [Action]) {
        isPaused = false
        switch state {
        case .paused: begin(attempt: 1, now, &actions)
        case .absent, .off, .poweringOn, .starting, .waiting, .stopping, .cyclingOff, .cyclingOn, .scanning: break
        }
    }
}
