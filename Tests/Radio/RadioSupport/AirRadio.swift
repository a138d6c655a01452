import Air
public import Bluetooth

/// A radio whose tags live in the same process.
///
/// It stands for real Bluetooth in tests and in live simulations: nothing goes through a controller, a packet has no
/// size and takes no time, and what goes wrong is what was asked for by ``set(_:of:)``.
public actor AirRadio: Radio {
    public nonisolated let events: AsyncStream<RadioEvent>

    private let output: AsyncStream<RadioEvent>.Continuation
    private let clock: any Clock<Duration>
    private let timeout: Duration
    private var statuses: [AdapterStatus]
    var tags: [BluetoothAddress: Station] = [:]
    private var lastLink = 0
    /// How many events nobody has read in time.
    public private(set) var dropped = 0

    /// A tag and what the radio knows of it.
    struct Station {
        var tag: AirTag
        /// The adapter that heard it last; nil while it is out of reach.
        var heardBy: BluetoothAddress?
        var fault: AirFault?
        /// How many operations there were since the fault was set.
        var operations = 0
        var link: Link?
        /// The gateway's and the tag's half of the bond.
        var isBonded = false
        var tagIsBonded = false
        /// How many of its bonds others have.
        var otherBonds = 0
        var forwarding: Task<Void, Never>?
    }

    struct Link {
        var id: Int
        var adapter: BluetoothAddress
        var isEncrypted: Bool
        var subscribers: [AttributeName: [Int: AsyncStream<[UInt8]>.Continuation]] = [:]

        var state: LinkState { LinkState(isEncrypted: isEncrypted, isBonded: isEncrypted) }
    }

    /// A gateway's adapters, one that is scanning when nothing else is said, and for how long, by a clock, a tag that
    /// does not answer is waited for.
    public init(
        adapters: [AdapterStatus] = [
            AdapterStatus(name: "air0", address: BluetoothAddress(bits: 0xC0FF_EE00_0001), health: .scanning)
        ],
        clock: any Clock<Duration> = ContinuousClock(),
        timeout: Duration = .seconds(10)
    ) {
        statuses = adapters.sorted { $0.address < $1.address }
        (self.clock, self.timeout) = (clock, timeout)
        (events, output) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(4096))
    }

    public var adapters: [AdapterStatus] { statuses }

    func emit(_ event: RadioEvent) {
        if case .dropped = output.yield(event) { dropped += 1 }
    }

    /// Waits as long as one waits for a tag that does not answer.
    func waitInVain() async {
        // Cancelled or not, there was no answer.
        try? await clock.sleep(for: timeout)
    }

    func nextLink() -> Int {
        lastLink += 1
        return lastLink
    }

    /// The adapter that a tag is to be reached by.
    func adapter(for tag: BluetoothAddress, wanted: BluetoothAddress?) throws(RadioError) -> BluetoothAddress {
        guard let heardBy = tags[tag]?.heardBy else { throw .unknownTag(tag) }
        let address = wanted ?? heardBy
        guard let status = statuses.first(where: { $0.address == address }), status.health != .off else {
            throw .unavailable("adapter \(address) has no power", advice: "switch it on")
        }
        return address
    }
}

/// What happens in the air.
extension AirRadio {
    /// Puts a tag into the air; it is not heard before it advertises.
    public func add(_ tag: AirTag) {
        tags[tag.address]?.forwarding?.cancel()
        var station = Station(tag: tag)
        let address = tag.address
        let updates = tag.server.updates
        station.forwarding = Task { [weak self] in
            for await update in updates { await self?.deliver(update, from: address) }
        }
        tags[tag.address] = station
    }

    /// A tag advertises once, and an adapter hears it so strong in dBm; not, where one has no power or scans not.
    public func advertise(_ tag: BluetoothAddress, rssi: Int, to adapter: BluetoothAddress? = nil) {
        guard let station = tags[tag],
            let status = statuses.first(where: { adapter == nil || $0.address == adapter }), status.health == .scanning
        else { return }
        tags[tag]?.heardBy = status.address
        emit(
            .heard(
                Sighting(
                    tag: tag,
                    adapter: status.address,
                    advertisement: station.tag.advertisement,
                    rssi: rssi,
                    isBonded: station.isBonded
                )
            )
        )
    }

    /// A tag goes out of reach: its link breaks, and it is forgotten unless it is bonded.
    public func vanish(_ tag: BluetoothAddress) async {
        guard let adapter = tags[tag]?.heardBy else { return }
        await breakLink(of: tag)
        tags[tag]?.heardBy = nil
        emit(.lost(tag, adapter: adapter))
    }

    /// Sets what goes wrong with a tag, and counts its operations anew; nil for nothing.
    public func set(_ fault: AirFault?, of tag: BluetoothAddress) {
        tags[tag]?.fault = fault
        tags[tag]?.operations = 0
    }

    /// An adapter changes; one that goes off loses its links.
    public func set(_ health: AdapterHealth, of adapter: BluetoothAddress) async {
        guard let index = statuses.firstIndex(where: { $0.address == adapter }) else { return }
        statuses[index].health = health
        emit(.adapter(statuses[index]))
        guard health == .off else { return }
        for tag in tags.values where tag.link?.adapter == adapter { await breakLink(of: tag.tag.address) }
    }

    /// How many bonds a tag has with others than this gateway.
    public func set(otherBonds: Int, of tag: BluetoothAddress) { tags[tag]?.otherBonds = otherBonds }

    /// How many operations a tag has had since its fault was set.
    public func operations(of tag: BluetoothAddress) -> Int { tags[tag]?.operations ?? 0 }

    /// No more events come, and nothing is forwarded.
    public func close() async {
        for (address, station) in tags {
            await breakLink(of: address)
            station.forwarding?.cancel()
        }
        output.finish()
    }
}
