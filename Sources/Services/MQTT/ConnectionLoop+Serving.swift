internal import Glibc
internal import Logging
internal import Messages
internal import Threads

/// What happens, turn by turn, on a connection.
extension ConnectionLoop {
    /// For so long it waits for its turn.
    private static let patience = Duration.seconds(1)

    /// Serves the connection until the run is to end and everything has been sent, or the time for that is over.
    func serve() throws(Interruption) {
        var flushEnd: ContinuousClock.Instant?
        while true {
            if handoff.isStopping {
                let end = flushEnd ?? .now + configuration.flushTimeout
                flushEnd = end
                guard connection.stoodSince != nil, !handoff.isDrained, .now < end else { return }
            }
            try turn()
        }
    }

    /// Reads a batch, has it handled, and only then sends anything: the acknowledgements would go with it.
    private func turn() throws(Interruption) {
        if let trouble = try takeIn(isReadable: connection.hasMoreToRead || wait()) {
            throw .trouble(line.explain(trouble))
        }
        // Messages held back until the session stands must not be acknowledged.
        guard line.inbox.batch.isEmpty else { return }
        if let trouble = attempt({ () throws(MQTTError) in try send() }) { throw .trouble(line.explain(trouble)) }
    }

    /// Reads what came, and has it handled; returns what the reading ended with.
    private func takeIn(isReadable: Bool) throws(Interruption) -> MQTTError? {
        // Not for ever: another one may be stuck in its turn, and the broker wants to hear something.
        let turns = isReadable ? turns : nil
        let hasTurn = turns.map { $0.turnstile.enter($0.bell, within: Self.patience) } ?? false
        defer { if hasTurn { turns?.turnstile.leave() } }
        let trouble = attempt { () throws(MQTTError) in try read() }
        receiveConfirmations()
        try handOver()
        return trouble
    }

    /// Waits until there is something to do; tells whether there is something to read.
    private func wait() -> Bool {
        guard let socket = line.socket else { return false }
        let events = Int16(line.wantsToWrite ? POLLIN | POLLOUT : POLLIN)
        let seen = Poll.wait([(socket, events), (handoff.work.descriptor, Int16(POLLIN))], for: .seconds(1))
        if seen[1] != 0 { handoff.work.clear() }
        return seen[0] != 0
    }

    /// Reads until the socket is empty or the batch is full.
    private func read() throws(MQTTError) {
        connection.hasMoreToRead = try line.read()
        // One that was added since; at the beginning the others are waited for.
        if connection.stoodSince != nil, let refusal = line.inbox.refusedSubscription { throw refusal }
    }

    /// Takes note of what the broker has confirmed.
    private func receiveConfirmations() {
        let confirmed = line.inbox.takeConfirmations()
        let refused = confirmed.map(\.refused).reduce(0, +)
        if refused > 0 { logger.error("the broker refused \(refused) messages") }
        for some in confirmed { handoff.confirm(acknowledged: some.acknowledged, refused: some.refused) }
        handoff.admitPublishers()
    }

    /// Tells the run that the session stands, then of the messages that came.
    private func handOver() throws(Interruption) {
        let inbox = line.inbox
        if connection.stoodSince == nil {
            guard let answer = inbox.answer, !answer.code.isFailure, inbox.refusedSubscription == nil else {
                return try checkPatience()
            }
            // A kept session may send more than a batch before it answers for the subscriptions, which it has anyway.
            guard inbox.unanswered.isEmpty || inbox.isFull else {
                return try checkPatience()
            }
            try stand(resumed: answer.isResumed)
        }
        guard !inbox.batch.isEmpty else { return }
        guard handoff.post(.received(inbox.takeBatch())) else {
            hearOut()
            throw .abandoned
        }
        line.acknowledge()
    }

    /// Hears what becomes of what is under way when the handler has failed, and acknowledges nothing any more.
    ///
    /// Over the next connection a message can overtake what a cluster of brokers still has in hand of this one: who
    /// asks then what has gone out, would publish it once more.
    private func hearOut() {
        let end = ContinuousClock.now + configuration.flushTimeout
        while line.awaitsConfirmation, .now < end, let socket = line.socket {
            guard attempt({ () throws(MQTTError) in try read() }) == nil else { return }
            receiveConfirmations()
            // They come again.
            _ = line.inbox.takeBatch()
            guard !connection.hasMoreToRead, line.awaitsConfirmation else { continue }
            _ = Poll.wait([(socket, Int16(POLLIN))], for: end - .now)
        }
    }

    private func checkPatience() throws(Interruption) {
        if let refusal = line.refusal { throw .trouble(refusal) }
        guard connection.begin.duration(to: .now) > configuration.answerTimeout else { return }
        throw .trouble(.noAnswer(address: line.address))
    }

    private func send() throws(MQTTError) {
        if connection.stoodSince != nil, !connection.isBlocked, !line.hasHungUp {
            try line.subscribe(handoff.takeWanted())
            line.unsubscribe(handoff.takeUnwanted())
            for message in handoff.takeOutgoing() { publish(message) }
        }
        try line.write()
        connection.isBlocked = line.wantsToWrite
        guard connection.nextMaintenance <= .now else { return }
        connection.nextMaintenance = .now + .seconds(1)
        try line.maintain()
    }

    /// Gives a message to the line; one it cannot send is dropped, for it would never be accepted.
    private func publish(_ message: Message) {
        guard let trouble = attempt({ () throws(MQTTError) in try line.publish(message) }) else { return }
        logger.error("cannot publish on \"\(message.topic)\": \(trouble)")
        handoff.refused(message)
    }

    private func attempt(_ body: () throws(MQTTError) -> Void) -> MQTTError? {
        do throws(MQTTError) {
            try body()
            return nil
        } catch { return error }
    }
}
