import Bluetooth
import Tracking

/// All tags that a scan has heard so far.
struct HeardTags: Sendable {
    private let library: ProfileLibrary
    private var tags: [TagIdentity: HeardTag] = [:]
    /// An identity stands not in every frame: what was once heard from an address stays.
    private var identities: [BluetoothAddress: TagIdentity] = [:]

    init(library: ProfileLibrary) { self.library = library }

    /// Takes in what was heard at a time, and returns the tag as it is known now.
    @discardableResult
    mutating func record(_ sighting: Sighting, at time: Timestamp) -> HeardTag {
        let recognition = library.recognise(sighting.advertisement, from: sighting.tag)
        let key = key(sighting, recognition)
        var tag = tags[key] ?? HeardTag(sighting, at: time)
        tag.record(sighting, recognition, at: time)
        tags[key] = tag
        return tag
    }

    private mutating func key(_ sighting: Sighting, _ recognition: Recognition?) -> TagIdentity {
        let plain = TagIdentity.address(sighting.tag)
        guard let identity = recognition?.identity else { return identities[sighting.tag] ?? plain }
        if identities.updateValue(identity, forKey: sighting.tag) == nil, let early = tags.removeValue(forKey: plain) {
            tags[identity] = tags[identity] ?? early
        }
        return identity
    }

    /// The nearest first; those without a strength at the end.
    var nearest: [HeardTag] {
        tags.values.sorted { left, right in
            let near = left.range?.distance ?? .infinity
            let far = right.range?.distance ?? .infinity
            return near == far ? left.address < right.address : near < far
        }
    }
}
