internal import CSystemd

/// Sole owner of a message of sd-bus; stays on the bus's thread.
@safe
final class MessageHandle {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    /// Keeps a message that sd-bus shows to a callback.
    init(keeping pointer: OpaquePointer) {
        unsafe sd_bus_message_ref(pointer)
        unsafe self.pointer = pointer
    }

    deinit { unsafe sd_bus_message_unref(pointer) }

    static func make(
        _ what: @autoclosure () -> String, _ body: (inout OpaquePointer?) -> Int32
    ) throws(BusError) -> MessageHandle {
        var pointer: OpaquePointer?
        let code = unsafe body(&pointer)
        try check(code, what())
        guard let pointer = unsafe pointer else { throw .invalid(what()) }
        return unsafe MessageHandle(owning: pointer)
    }
}

/// Sole owner of a registration with sd-bus, which ends with it.
@safe
final class SlotHandle {
    private let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe sd_bus_slot_unref(pointer) }
}
