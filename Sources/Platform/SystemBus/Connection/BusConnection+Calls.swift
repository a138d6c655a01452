internal import CSystemd

extension BusConnection {
    /// How many calls may wait for answers at a time: the system bus allows a connection 128 and refuses the rest.
    static let mostPending = 100

    /// Sends a call, or holds it back until others are answered.
    ///
    /// The completion gets the answer, on the bus's thread and in the order in which answers come.
    /// - Throws: ``BusError`` when it cannot be sent; the completion is not called then.
    func send(_ call: BusCall, _ identifier: UInt64, _ completion: @escaping PendingCall.Completion) throws(BusError) {
        try ensureOpen()
        let waiting = PendingCall(identifier, call, self, completion)
        if pending.count < Self.mostPending {
            try send(waiting)
        } else {
            heldBack.append(waiting)
        }
    }

    /// Sends a call that nobody will want to cancel.
    func send(_ call: BusCall, _ completion: @escaping PendingCall.Completion) throws(BusError) {
        try send(call, nextIdentifier(), completion)
    }

    func finish(_ identifier: UInt64, _ result: Result<[BusValue], BusError>) {
        guard let call = pending.removeValue(forKey: identifier) else { return }
        complete(call, result)
        sendHeldBack()
    }

    /// Forgets a call; a late answer to it is thrown away.
    func cancel(_ identifier: UInt64) {
        if let index = heldBack.firstIndex(where: { $0.identifier == identifier }) {
            let call = heldBack.remove(at: index)
            call.completion(.failure(.cancelled("\(call.call)")))
        } else if let call = pending[identifier] {
            finish(identifier, .failure(.cancelled("\(call.call)")))
        }
    }

    private func sendHeldBack() {
        while ending == nil, pending.count < Self.mostPending, !heldBack.isEmpty {
            let call = heldBack.removeFirst()
            do throws(BusError) {
                try send(call)
            } catch { call.completion(.failure(error)) }
        }
    }

    private func send(_ waiting: PendingCall) throws(BusError) {
        let call = waiting.call
        let message = try unsafe MessageHandle.make("\(call) is not a valid call") { message in
            unsafe sd_bus_message_new_method_call(
                pointer, &message, call.destination, call.path.text, call.interface, call.member
            )
        }
        if call.allowsInteraction { _ = unsafe sd_bus_message_set_allow_interactive_authorization(message.pointer, 1) }
        try MessageWriter.append(call.arguments, to: message)
        var slot: OpaquePointer?
        let timeout = call.timeout.microseconds
        let context = unsafe Unmanaged.passUnretained(waiting).toOpaque()
        waiting.deadline = MonotonicClock.now + timeout
        let code = unsafe sd_bus_call_async(pointer, &slot, message.pointer, onAnswer, context, timeout)
        try check(code, "\(call) cannot be sent")
        waiting.slot = unsafe slot.map { unsafe SlotHandle(owning: $0) }
        pending[waiting.identifier] = waiting
    }
}
