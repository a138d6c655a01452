public import Bluetooth
public import Messages
public import Tracking

/// What a gateway's radio notices of a tracker of its own, and of itself.
public enum TrackerRadioEvent: Hashable, Sendable {
    /// An advertisement or a packet came in, so strong in dBm, over the adapter of this address; nil for an adapter that
    /// does not tell the strength.
    case heard(DeviceID, rssi: Int?, adapter: BluetoothAddress? = nil)
    /// The tracker is connected.
    case linked(DeviceID)
    case unlinked(DeviceID)
    /// The link stands; told every few seconds, with the strength of the tag's last packets in dBm, nil for not known.
    case linkHeard(DeviceID, rssi: Int?, adapter: BluetoothAddress? = nil)
    /// The link ended because nothing was heard of the tracker any more, before or after ``unlinked(_:)``.
    case linkLost(DeviceID, adapter: BluetoothAddress? = nil)
    /// The link is about to be ended for some seconds, so that the tag advertises.
    case resting(DeviceID)
    case received(Uplink, from: DeviceID)
    /// The tracker is connected, and did not take what it was told: why, in one sentence.
    case refused(Downlink, by: DeviceID, reason: String)
    /// A tag that is not ours by make told where it is.
    case located(Fix, DeviceID)
    /// The button of a tag that is not ours by make was pressed so, at this time; nil for now.
    case pressed(DeviceID, ButtonPress = .single, at: Timestamp? = nil)
    /// The sensors of a tag told this in an advertisement, with its battery in per cent; told from time to time.
    case sensed(SensorReadings, battery: Int?, DeviceID)
    /// A tag that is only heard, with what people call it, told of its battery, in per cent.
    case battery(Int, DeviceID, model: String)
    /// A tag that is not registered was heard; told from time to time.
    case seen(SeenMessage)
    /// A tag was heard so strongly, in dBm, registered or not; told of each report where somebody wants to know.
    case overheard(TagSighting, rssi: Int)
    /// The registered tags are these from now on.
    case registered([ServedTag])
    /// The adapters are these from now on.
    case adapters([AdapterStatus])
    /// What is known of whether an adapter's scan goes on; one of which nothing is told does while it says so.
    case scan(BluetoothAddress, ScanProof)
}

/// What a gateway has to know of a tag that it serves.
public struct ServedTag: Hashable, Sendable {
    public var device: DeviceID
    /// All by which an advertisement may name it.
    public var names: [TagIdentity]
    public var pathLoss: PathLoss
    /// From one advertisement to the next; nil for not known.
    public var advertiseEvery: Duration?
    public var kind: Kind
    /// Commands that it cannot obey by its make, with the reason.
    public var refusals: [Command.Verb: String]

    public enum Kind: Hashable, Sendable {
        /// One of ours by make, which wants to know where its owner is.
        case tracker
        /// One that can be connected and told something.
        case tag
        /// One that is only heard, with what people call it.
        case mute(model: String)
    }

    public init(
        device: DeviceID,
        pathLoss: PathLoss,
        advertiseEvery: Duration? = nil,
        kind: Kind = .tracker,
        refusals: [Command.Verb: String] = [:],
        names: [TagIdentity] = []
    ) {
        (self.device, self.pathLoss, self.advertiseEvery) = (device, pathLoss, advertiseEvery)
        (self.kind, self.refusals, self.names) = (kind, refusals, names)
    }
}

/// A gateway's way to its trackers: over Bluetooth to real tags, or the simulator's air.
public protocol TrackerRadio: Sendable {
    /// What the radio notices, in order, until the radio is closed.
    ///
    /// Meant for one reader.
    var events: AsyncStream<TrackerRadioEvent> { get }

    /// Tells a connected tracker something.
    func send(_ downlink: Downlink, to tracker: DeviceID) async throws(TrackerRadioError)

    /// Connects to a tracker from now on whenever that serves a purpose, over an adapter or whichever hears it.
    func tend(_ tracker: DeviceID, over adapter: BluetoothAddress?) async

    /// Leaves a tracker to another gateway.
    func leave(_ tracker: DeviceID) async

    /// Something waits for a tracker: it is connected to as soon as it is heard.
    func call(_ tracker: DeviceID) async

    /// Which of the owners' keys tells a tag that somebody else has heard, by its address, or by its frame where that is
    /// known; nil for none.
    func identity(behind address: BluetoothAddress?, _ frame: Advertisement?) async -> TagIdentity?
}

/// Why a radio could not do what it was asked to.
public enum TrackerRadioError: Error, Hashable, Sendable, CustomStringConvertible {
    case notConnected(DeviceID)

    public var description: String {
        switch self {
        case .notConnected(let tracker): "\(tracker) is not connected to this gateway"
        }
    }
}
