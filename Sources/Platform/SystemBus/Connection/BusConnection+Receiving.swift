internal import CSystemd

extension BusConnection {
    /// Takes a message; answers whether sd-bus need not look at it any more.
    func received(_ message: OpaquePointer) -> Bool {
        var type: UInt8 = 0
        guard unsafe sd_bus_message_get_type(message, &type) >= 0 else { return false }
        switch Int(type) {
        case Int(SD_BUS_MESSAGE_SIGNAL):
            unsafe receivedSignal(message)
            return true
        case Int(SD_BUS_MESSAGE_METHOD_CALL): return unsafe receivedCall(message)
        default: return false
        }
    }

    private func receivedSignal(_ message: OpaquePointer) {
        guard let header = unsafe header(of: message) else { return }
        if header.sender == BusName.bus, header.member == "NameOwnerChanged" { unsafe ownerChanged(message) }
        let wanted = subscriptions.values.filter { $0.match.fits(header) { names[$0]?.owner } }
        guard !wanted.isEmpty else { return }
        guard let arguments = unsafe arguments(of: message) else {
            for subscription in wanted { subscription.countDrop() }
            return
        }
        let signal = BusSignal(
            sender: header.sender,
            path: header.path,
            interface: header.interface,
            member: header.member,
            arguments: arguments
        )
        for subscription in wanted where subscription.match.fits(arguments) { subscription.deliver(signal) }
    }

    private func ownerChanged(_ message: OpaquePointer) {
        guard let arguments = unsafe arguments(of: message), arguments.count == 3, let name = arguments[0].text
        else { return }
        names[name]?.changed(to: arguments[2].text)
    }

    private func receivedCall(_ message: OpaquePointer) -> Bool {
        guard let header = unsafe callHeader(of: message) else { return false }
        // sd-bus answers these itself.
        if header.interface == BusName.peer { return false }
        let identifier = nextIdentifier()
        unanswered[identifier] = unsafe MessageHandle(keeping: message)
        do throws(BusError) {
            let arguments = try unsafe MessageReader.arguments(of: message)
            requests.append(BusRequest(identifier: identifier, caller: header, arguments: arguments))
        } catch { answer(identifier, .failure(.invalidArguments(error.description))) }
        return true
    }

    /// The arguments, also when somebody has read them already.
    private func arguments(of message: OpaquePointer) -> [BusValue]? {
        guard unsafe sd_bus_message_rewind(message, 1) >= 0 else { return nil }
        return try? unsafe MessageReader.arguments(of: message)
    }

    private func header(of message: OpaquePointer) -> SignalHeader? {
        guard let path = unsafe path(of: message),
            let interface = unsafe text(sd_bus_message_get_interface(message)),
            let member = unsafe text(sd_bus_message_get_member(message))
        else { return nil }
        let sender = unsafe text(sd_bus_message_get_sender(message)) ?? ""
        return SignalHeader(sender: sender, path: path, interface: interface, member: member)
    }

    private func callHeader(of message: OpaquePointer) -> BusCaller? {
        guard let path = unsafe path(of: message), let member = unsafe text(sd_bus_message_get_member(message))
        else { return nil }
        return BusCaller(
            sender: unsafe text(sd_bus_message_get_sender(message)) ?? "",
            path: path,
            interface: unsafe text(sd_bus_message_get_interface(message)),
            member: member
        )
    }

    private func path(of message: OpaquePointer) -> ObjectPath? {
        unsafe text(sd_bus_message_get_path(message)).flatMap { try? ObjectPath($0) }
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }
}
