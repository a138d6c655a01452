internal import CSystemd

extension BusConnection {
    func emit(_ signal: BusSignal) throws(BusError) {
        try ensureOpen()
        let what = "\(signal.interface).\(signal.member) from \(signal.path)"
        let message = try unsafe MessageHandle.make("\(what) is not a valid signal") { message in
            unsafe sd_bus_message_new_signal(pointer, &message, signal.path.text, signal.interface, signal.member)
        }
        try MessageWriter.append(signal.arguments, to: message)
        try check(unsafe sd_bus_send(pointer, message.pointer, nil), "\(what) cannot be sent")
    }

    /// Answers a method call; nothing happens when it is answered or the connection has ended.
    func answer(_ identifier: UInt64, _ result: Result<[BusValue], BusFailure>) {
        guard ending == nil, let call = unanswered.removeValue(forKey: identifier) else { return }
        do throws(BusError) {
            switch result {
            case .success(let values): try answer(call, values)
            case .failure(let failure): try answer(call, failure)
            }
        } catch {
            // Values that cannot be sent, or an error whose name is none.
            try? answer(call, .failed(error.description))
        }
    }

    private func answer(_ call: MessageHandle, _ values: [BusValue]) throws(BusError) {
        let message = try unsafe MessageHandle.make("the call takes no answer") { message in
            unsafe sd_bus_message_new_method_return(call.pointer, &message)
        }
        try MessageWriter.append(values, to: message)
        try check(unsafe sd_bus_send(pointer, message.pointer, nil), "the answer cannot be sent")
    }

    private func answer(_ call: MessageHandle, _ failure: BusFailure) throws(BusError) {
        guard unsafe sd_bus_interface_name_is_valid(failure.name) > 0 else {
            throw .invalid("the method failed with \"\(failure.name)\", which is not the name of an error")
        }
        let message = try unsafe MessageHandle.make("\(failure.name) is not the name of an error") { message in
            unsafe failure.name.withCString { name in
                unsafe failure.message.withCString { text in
                    var error = unsafe sd_bus_error(name: name, message: text, _need_free: 0)
                    return unsafe sd_bus_message_new_method_error(call.pointer, &message, &error)
                }
            }
        }
        try check(unsafe sd_bus_send(pointer, message.pointer, nil), "the error cannot be sent")
    }
}
