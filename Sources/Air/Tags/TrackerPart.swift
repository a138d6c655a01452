public import Bluetooth
public import Firmware
import Messages
public import Tracking

/// One of our trackers as a part of a tag, so that it can be a DULT accessory too.
///
/// What its firmware says, and how it has changed otherwise, is told through ``TagServices/update(_:_:)``.
public struct TrackerPart: TagPart {
    /// Lets an event happen to the firmware and answers with how it is then.
    public typealias Host = @Sendable (FirmwareEvent, Timestamp) -> TrackerView

    public private(set) var table: TrackerTable
    private let host: Host

    public init(_ table: TrackerTable, host: @escaping Host) {
        (self.table, self.host) = (table, host)
    }

    public var services: [LocalService] { TrackerServices.all }

    public func advertisement(at now: Timestamp) -> Advertisement? {
        TrackerAdvertisement(number: table.number, txPower: table.txPower).advertisement
    }

    /// The firmware says something over Bluetooth.
    public mutating func say(_ uplink: Uplink) -> [TagEffect] {
        table.say(uplink).map(TagEffect.notify)
    }

    /// The firmware has changed by something else than this part.
    public mutating func update(_ view: TrackerView) -> [TagEffect] {
        table.update(view).map(TagEffect.notify)
    }

    public func read(
        _ attribute: AttributeName,
        over link: LinkState,
        at now: Timestamp
    ) throws(AttributeError) -> [UInt8] {
        try table.read(attribute, over: link)
    }

    public mutating func write(
        _ value: [UInt8],
        to attribute: AttributeName,
        over link: LinkState,
        at now: Timestamp
    ) throws(AttributeError) -> [TagEffect] {
        guard let event = try table.write(value, to: attribute, over: link) else { return [] }
        let view = host(event, now)
        return try table.took(event, view).map(TagEffect.notify)
    }

    public mutating func handle(_ event: TagEvent, at now: Timestamp) -> [TagEffect] {
        switch event {
        case .link(let isUp): happen(table.link(isUp: isUp), now)
        case .subscribed(let name, let isSubscribed): happen(table.subscribed(to: name, isSubscribed), now)
        case .pressed, .owned, .owner, .battery, .tick: []
        }
    }

    private mutating func happen(_ event: FirmwareEvent?, _ now: Timestamp) -> [TagEffect] {
        guard let event else { return [] }
        let view = host(event, now)
        return update(view)
    }
}
