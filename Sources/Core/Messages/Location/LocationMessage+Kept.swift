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
        var keys = odd
        eachOfPhone { name, write in
            var json: [UInt8] = []
            write(&json)
            keys.append(ExtraKey(name: name, unchecked: json))
        }
        return keys + others
    }

    /// The same as a JSON object, with the initials where they do not follow from the name of the device; nil for no key.
    public func keptObject(of device: DeviceID) -> [UInt8]? {
        guard extra.isEmpty else {
            let kept = ExtraKey.initials(trackerInitials, of: device) + keptKeys
            return kept.isEmpty ? nil : ExtraKey.object(kept)
        }
        // Most positions have no keys of others, and theirs are written with one piece of memory for all of them.
        var object: [UInt8] = []
        func put(_ name: String, _ write: (inout [UInt8]) -> Void) {
            if object.isEmpty { object.reserveCapacity(64) }
            object.append(object.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
            object.appendJSON(name)
            object.append(UInt8(ascii: ":"))
            write(&object)
        }
        if let initials = ExtraKey.kept(trackerInitials, of: device) {
            put(ExtraKey.initialsName) { $0.appendJSON(initials) }
        }
        eachOfPhone(put)
        if object.isEmpty { return nil }
        object.append(UInt8(ascii: "}"))
        return object
    }

    /// What is kept of a device that does not number its fixes, key by key, each with what writes its value.
    private func eachOfPhone(_ put: (String, (inout [UInt8]) -> Void) -> Void) {
        guard mark == nil else { return }
        if let batteryStatus { put("bs") { $0.appendDecimal(Int64(batteryStatus)) } }
        if let createdAt { put("created_at") { $0.appendDecimal(createdAt.wholeSeconds) } }
        if let timeScale { put("time_scale") { $0.appendJSON(timeScale) } }
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
        kept(initials, of: device).map { [text($0, named: initialsName)] } ?? []
    }

    /// The initials that a device tells, where they do not follow from its name.
    fileprivate static func kept(_ initials: String?, of device: DeviceID) -> String? {
        guard let initials, !device.device.hasInitials(initials) else { return nil }
        return initials
    }
}
