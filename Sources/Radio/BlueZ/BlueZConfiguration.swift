import Bluetooth
public import SystemBus

/// How a ``BlueZRadio`` works.
public struct BlueZConfiguration: Sendable {
    /// The bus on which bluetoothd is.
    public var bus: SystemBus.Address
    /// Addresses or names, such as `hci0`, of the adapters to use; empty for all.
    public var adapters: Set<String>
    /// Whether to switch on an adapter that is found off; else it stays so until somebody switches it on.
    public var switchesOn: Bool
    /// Whether to listen at the kernel for the strength of every report, where that is permitted.
    public var usesMonitorTap: Bool
    /// Whether links that stand are told of, with their strengths where that is permitted.
    public var watchesLinks: Bool
    /// How many events may wait for their reader.
    public var eventLimit: Int
    /// How long a tag may take to connect.
    public var connectTimeout: Duration
    /// An attempt to connect that is aborted later than this is not repeated: it has waited for a tag that is gone.
    public var abortsWithin: Duration
    /// How long a tag may take to tell its services once it is connected.
    public var servicesTimeout: Duration
    /// How long pairing may take: more than the 60 s for which bluetoothd waits for a person.
    public var pairTimeout: Duration
    /// How long after its use bluetoothd is to forget a tag that it keeps only because it was connected; by default as
    /// long as bluetoothd itself remembers one that it has only heard.
    public var forgetAfter: Duration
    /// How long every other request may take.
    public var requestTimeout: Duration
    /// After how long a link to an unbonded tag that stood at the start and that nobody adopts is ended.
    ///
    /// Links outlive the program that made them, and such a tag is not heard any more. Nil leaves them alone, as every
    /// program has to that is not the only one with links to tags.
    public var orphanTimeout: Duration?
    /// Where it is noted which tags bluetoothd keeps only because this program has connected them; nil for nowhere.
    public var leftovers: Leftovers?

    public init(
        bus: SystemBus.Address = .system,
        adapters: Set<String> = [],
        switchesOn: Bool = false,
        usesMonitorTap: Bool = false,
        watchesLinks: Bool = false,
        eventLimit: Int = 8192,
        connectTimeout: Duration = .seconds(60),
        abortsWithin: Duration = .seconds(10),
        servicesTimeout: Duration = .seconds(30),
        pairTimeout: Duration = .seconds(130),
        forgetAfter: Duration = .seconds(30),
        requestTimeout: Duration = .seconds(10),
        orphanTimeout: Duration? = nil,
        leftovers: Leftovers? = nil
    ) {
        self.bus = bus
        self.adapters = adapters
        self.switchesOn = switchesOn
        self.usesMonitorTap = usesMonitorTap
        self.watchesLinks = watchesLinks
        self.eventLimit = eventLimit
        self.connectTimeout = connectTimeout
        self.abortsWithin = abortsWithin
        self.servicesTimeout = servicesTimeout
        self.pairTimeout = pairTimeout
        self.forgetAfter = forgetAfter
        self.requestTimeout = requestTimeout
        self.orphanTimeout = orphanTimeout
        self.leftovers = leftovers
    }

    func uses(_ adapter: AdapterObject, named name: String) -> Bool {
        adapters.isEmpty || adapters.contains(name)
            || adapters.contains { BluetoothAddress($0) == adapter.address }
    }
}
