import SystemBus

/// A tag near the fake bluetoothd, and how it behaves.
struct FakeTag {
    /// What pairing with it is like.
    enum Pairing {
        case justWorks
        /// Both sides show a number.
        case comparing(UInt32)
        /// It shows a number that has to be typed.
        case showing(UInt32)
        /// It wants a number to be typed on it.
        case typing(UInt32)
        case failing(BusFailure)
        case silent
    }

    /// What an attempt to connect comes to.
    enum Connecting {
        case succeeding
        case failing(BusFailure)
        case silent
    }

    /// What the next subscription comes to.
    enum Subscribing: Equatable {
        case succeeding
        /// The link is lost in the middle of it, which is told before the answer or after it.
        case losingLink(isToldLate: Bool)
        /// The tag does not answer yet.
        case waiting
        /// Another program has the characteristic to itself.
        case takenByOthers
    }

    /// A characteristic of its only service, FFE0.
    struct Characteristic {
        let uuid: String
        let flags: [String]
        var value: [UInt8] = []
        var failure: BusFailure?
        /// How the next requests are refused, before any other failure.
        var refusals: [BusFailure] = []
    }

    let address: String
    /// As bluetoothd tells it, `public` or `random`.
    var addressType = "random"
    /// The address that a bond reveals, and that bluetoothd tells from then on.
    var identity: String?
    var pairing = Pairing.justWorks
    /// How the next attempts end; those after them succeed.
    var connecting: [Connecting] = []
    var subscribing = Subscribing.succeeding
    /// Whether bluetoothd is busy with it when somebody subscribes for the first time.
    var isBusySubscribing = false
    var characteristics: [Characteristic] = [
        Characteristic(uuid: "0000ffe1-0000-1000-8000-00805f9b34fb", flags: ["read", "write", "notify"], value: [7]),
        Characteristic(uuid: "0000ffe2-0000-1000-8000-00805f9b34fb", flags: ["read", "indicate"], value: [8]),
    ]
    /// Whether bluetoothd tells the link's coming by signal, which 5.66 forgets at times.
    var signalsConnected = true
    /// Whether its services are known only a while after it is connected.
    var resolvesLate = false
    var isResolved = false
    /// The strength that was signalled last.
    var signalled: Int16?
    /// Whether bluetoothd has it from the beginning, as somebody has connected it once.
    var isRemembered = false
    var isPaired = false
    var isConnected = false

    var name: String { "dev_" + address.split(separator: ":").joined(separator: "_") }
}

extension BusFailure {
    static func bluez(_ name: String, _ message: String = "") -> BusFailure {
        BusFailure(name: "org.bluez.Error." + name, message: message)
    }

    static let abortedConnect = bluez("Failed", "le-connection-abort-by-local")
    /// The kernel has refused to make a link.
    static let refusedConnect = bluez("Failed", "Input/output error")
}
