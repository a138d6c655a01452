import SystemBus

/// What bluetoothd answers when it does not do what it is asked.
enum BlueZError: String {
    case alreadyConnected = "org.bluez.Error.AlreadyConnected"
    case alreadyExists = "org.bluez.Error.AlreadyExists"
    case authenticationCanceled = "org.bluez.Error.AuthenticationCanceled"
    case authenticationFailed = "org.bluez.Error.AuthenticationFailed"
    case authenticationRejected = "org.bluez.Error.AuthenticationRejected"
    case authenticationTimeout = "org.bluez.Error.AuthenticationTimeout"
    case blocked = "org.bluez.Error.Blocked"
    case canceled = "org.bluez.Error.Canceled"
    case connectionAttemptFailed = "org.bluez.Error.ConnectionAttemptFailed"
    case doesNotExist = "org.bluez.Error.DoesNotExist"
    case failed = "org.bluez.Error.Failed"
    case inProgress = "org.bluez.Error.InProgress"
    case invalidArguments = "org.bluez.Error.InvalidArguments"
    case invalidOffset = "org.bluez.Error.InvalidOffset"
    case invalidValueLength = "org.bluez.Error.InvalidValueLength"
    case notAuthorized = "org.bluez.Error.NotAuthorized"
    case notConnected = "org.bluez.Error.NotConnected"
    case notPermitted = "org.bluez.Error.NotPermitted"
    case notReady = "org.bluez.Error.NotReady"
    case notSupported = "org.bluez.Error.NotSupported"
    case rejected = "org.bluez.Error.Rejected"
    case accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    case noReply = "org.freedesktop.DBus.Error.NoReply"
    case serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
    case nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
    case unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
    case unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"

    func failure(_ message: String) -> BusFailure { BusFailure(name: rawValue, message: message) }
}

extension BusError {
    /// What bluetoothd answered with; nil for an error without an answer, or an unknown name.
    var kind: BlueZError? { failureName.flatMap { BlueZError(rawValue: $0) } }

    /// The words that came with the answer.
    var words: String {
        guard case .failed(let failure) = self else { return description }
        return failure.message.isEmpty ? failure.name : failure.message
    }

    /// The attribute protocol's code at the end of `Operation failed with ATT error: 0x0e`.
    var attributeCode: UInt8? {
        guard let word = words.split(separator: " ").last(where: { $0.hasPrefix("0x") }) else { return nil }
        return UInt8(word.dropFirst(2), radix: 16)
    }

    /// Whether the same may be granted a moment later: another request is under way, at bluetoothd or, by the code of the
    /// Core Specification Supplement (part B, section 1.2), at the tag.
    var isBusy: Bool { kind == .inProgress || attributeCode == 0xFE }

    /// An object that is gone looks like this: bluetoothd's library names the method, others the object.
    var isUnknownObject: Bool { kind == .unknownObject || kind == .unknownMethod || kind == .doesNotExist }
}
