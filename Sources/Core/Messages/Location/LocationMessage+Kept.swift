import JSON
public import Tracking

extension LocationMessage {
    /// The keys that are kept beside the columns of a store, so that all that was published can be given back; but for
    /// the initials, which come before them: see ``ExtraKey/initials(_:of:)``.
    ///
    /// Of our own trackers, which are those that number their fixes, that is only what we do not know: `created_at`
    /// follows from the arrival.
    public var keptKeys: [ExtraKey] {
        // Initials that are no text stand first, as those that are one do.
        let odd = extra.filter { $0.name == ExtraKey.initialsName }
        let others = odd.isEmpty ? extra : extra.filter { $0.name != ExtraKey.initialsName }
        guard mark == nil else { return odd + others }
        var keys = odd
        if let batteryStatus { keys += Self.key("bs", { $0.appendDecimal(Int64(batteryStatus)) }) }
        if let createdAt { keys += Self.key("created_at", { $0.appendDecimal(createdAt.wholeSeconds) }) }
        if let timeScale { keys += Self.key("time_scale", { $0.appendJSON(timeScale) }) }
        return keys + others
    }

    private static func key(_ name: String, _ write: (inout [UInt8]) -> Void) -> [ExtraKey] {
        var json: [UInt8] = []
        write(&json)
        return [ExtraKey(name: name, unchecked: json)]
    }
}

extension ExtraKey {
    /// OwnTracks' key for the initials.
    public static let initialsName = "tid"

    /// A key with a text.
    public static func text(_ text: String, named name: String) -> ExtraKey {
        var json: [UInt8] = []
        json.appendJSON(text)
        return ExtraKey(name: name, unchecked: json)
    }

    /// What is kept of the initials that a device tells: nothing where they follow from its name.
    public static func initials(_ initials: String?, of device: DeviceID) -> [ExtraKey] {
        guard let initials, !initials.utf8.elementsEqual(device.device.initials.utf8) else { return [] }
        return [text(initials, named: initialsName)]
    }
}
