public import Tracking

/// The simulated items of this program, as the routes know them.
public struct SimulatedItemDesk: Sendable {
    /// What is simulated now.
    let list: @Sendable () async -> [Entry]
    /// Which of the devices that there are is simulated.
    let devices: @Sendable () -> Set<DeviceID>
    /// Keeps another one, which says nothing before it is begun.
    let add: @Sendable (Entry) async throws(Refusal) -> Void
    /// Switches the tracker on of one that was added.
    let begin: @Sendable (DeviceID) async -> Void
    /// Counts one as deleted, on the disk too, before its item is; its tracker goes on until it is told.
    let leave: @Sendable (DeviceID) async throws(Refusal) -> Void
    /// Takes that back, where its item could not be deleted.
    let stay: @Sendable (DeviceID) async -> Void
    /// Ends one without a goodbye, and forgets it.
    let end: @Sendable (DeviceID) async -> Void

    /// Items by what lists, adds, begins and ends them.
    public init(
        list: @escaping @Sendable () async -> [Entry],
        devices: @escaping @Sendable () -> Set<DeviceID>,
        add: @escaping @Sendable (Entry) async throws(Refusal) -> Void,
        begin: @escaping @Sendable (DeviceID) async -> Void,
        leave: @escaping @Sendable (DeviceID) async throws(Refusal) -> Void,
        stay: @escaping @Sendable (DeviceID) async -> Void,
        end: @escaping @Sendable (DeviceID) async -> Void
    ) {
        (self.list, self.devices, self.add, self.begin) = (list, devices, add, begin)
        (self.leave, self.stay, self.end) = (leave, stay, end)
    }

    /// How many there may be.
    public static let most = 20
    /// Metres within which one walks, or beyond which it goes.
    public static let radii = 50.0...5000.0
    /// Metres, where nobody says otherwise; our choice.
    public static let standardRadius = 300.0
    /// Seconds between its reports, unless somebody says otherwise: as a tracker of ours reports in Bluetooth mode.
    public static let standardReportEvery = 10

    /// A simulated item.
    public struct Entry: Hashable, Sendable {
        public var device: DeviceID
        public var name: ItemName
        public var movement: Movement
        /// Where it begins.
        public var centre: Coordinate
        /// Metres, in ``SimulatedItemDesk/radii``.
        public var radius: Double
        /// What its tracker is to be.
        public var desired: DesiredState
        /// Every draw of its movement comes from it.
        public var seed: UInt64
        public var started: Timestamp

        public init(
            device: DeviceID,
            name: ItemName,
            movement: Movement,
            centre: Coordinate,
            radius: Double,
            desired: DesiredState,
            seed: UInt64,
            started: Timestamp
        ) {
            (self.device, self.name, self.movement) = (device, name, movement)
            (self.centre, self.radius, self.desired) = (centre, radius, desired)
            (self.seed, self.started) = (seed, started)
        }
    }

    /// What it does: it stays, walks about within the radius, or leaves it and comes back.
    public enum Movement: String, CaseIterable, Sendable { case stays, walks, leaves }

    /// Why nothing was changed.
    public enum Refusal: Error, Hashable, Sendable {
        /// One of that name is simulated already.
        case taken(DeviceID)
        /// One of that name was deleted, and its tracker has not said goodbye yet.
        case leaving(DeviceID)
        /// There are as many as there may be.
        case full
        case unknown(DeviceID)
        /// What is kept of them cannot be read or written, in a sentence.
        case failed(String)
    }
}
