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

    /// The same as a JSON object, with the initials where they do not follow from the name of the device; nil for no key.
    public func keptObject(of device: DeviceID) -> [UInt8]? {
        guard extra.isEmpty else {
            let kept = ExtraKey.initials(trackerInitials, of: device) + keptKeys
            return kept.isEmpty ? nil : ExtraKey.object(kept)
        }
        // Most positions have no other keys, and each of a phone has these.
        var object: [UInt8] = []
        func begin(_ name: StaticString) {
            object.append(object.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
            name.withUTF8Buffer { unsafe object.append(contentsOf: $0) }
        }
        if let trackerInitials, ExtraKey.isTold(trackerInitials, of: device) {
            begin(#""tid":"#)
            object.appendJSON(trackerInitials)
        }
        if mark == nil, let batteryStatus {
            begin(#""bs":"#)
            object.appendDecimal(Int64(batteryStatus))
        }
        if mark == nil, let createdAt {
            begin(#""created_at":"#)
            object.appendDecimal(createdAt.wholeSeconds)
        }
        if mark == nil, let timeScale {
            begin(#""time_scale":"#)
            object.appendJSON(timeScale)
        }
        if object.isEmpty { return nil }
        object.append(UInt8(ascii: "}"))
        return object
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

    /// Whether initials do not follow from the name of their device.
    fileprivate static func isTold(_ initials: String, of device: DeviceID) -> Bool {
        !initials.utf8.elementsEqual(device.device.initials.utf8)
    }

    /// What is kept of the initials that a device tells: nothing where they follow from its name.
    public static func initials(_ initials: String?, of device: DeviceID) -> [ExtraKey] {
        guard let initials, isTold(initials, of: device) else { return [] }
        return [text(initials, named: initialsName)]
    }
}
