public import Bluetooth
import Keys
import Logging
import Tracking

/// The keys of owners' tags.
extension TagRadio {
    /// Takes in the keys of registered tags when the file, or the registry, has changed.
    func readKeys(isRegistryNew: Bool) {
        let stamp = file.keys.stamp
        guard isRegistryNew || stamp != keyStamp else { return }
        keyStamp = stamp
        let stored: [TagIdentity: StoredKey]
        do throws(RegistryError) { stored = try file.keys.read() } catch {
            return logger.error("\(error); the keys stay as they were")
        }
        let wanted = stored.filter { registry[$0.key] != nil }
        let isOther = wanted.mapValues(\.key) != keys
        keys = wanted.mapValues(\.key)
        savedAlignments = wanted.compactMapValues(\.alignment)
        guard isOther else { return }
        sightings.use(wanted.values.sorted { $0.identity.text < $1.identity.text }, in: registry, at: clock.now)
    }

    /// Lets time pass for the keys, and keeps where tags are, so that a gateway that is started again finds them at once.
    func advanceKeys(at now: Timestamp) {
        guard !keys.isEmpty else { return }
        sightings.advanceKeys(in: registry, at: now)
        let alignments = sightings.resolver.alignments
        let changed = alignments.filter { identity, alignment in
            // An hour of counters, or a tag that was found for the first time.
            guard let saved = savedAlignments[identity] else { return true }
            return abs(saved.time.duration(to: alignment.time).milliseconds) >= 3_600_000
        }
        guard !changed.isEmpty else { return }
        savedAlignments.merge(changed) { $1 }
        do throws(RegistryError) { try file.keys.align(changed) } catch { return logger.warning("\(error)") }
        keyStamp = file.keys.stamp
    }

    /// Which key tells a tag that a receiver of another make has heard; it is followed from there.
    public func identity(behind address: BluetoothAddress?, _ frame: Advertisement?) -> TagIdentity? {
        guard !keys.isEmpty else { return nil }
        if let frame {
            // A frame of Find Hub says all by itself; no key has the address 0.
            let address = address ?? BluetoothAddress(bits: 0)
            return sightings.resolver.resolve(frame, from: address, at: clock.now)?.identity
        }
        guard let address else { return nil }
        return sightings.resolver.resolve(address, at: clock.now)?.identity
    }

    /// The key of ring requests to a registered tag.
    func ringKey(of entry: TagEntry) -> [UInt8]? { keys[entry.identity]?.ringKey }

    /// Tells of a keyed tag's battery when it is another than before; nobody links to the tag to read it.
    func noteBattery(of tag: TagSighting, _ device: DeviceID) {
        guard case .keyed = tag.identity, let battery = tag.recognition?.battery, batteries[device] != battery else {
            return
        }
        batteries[device] = battery
        let profile = registry[device].flatMap { library[$0.profile] } ?? tag.recognition?.profile
        feed.yield(.battery(battery, device, model: profile?.model ?? "tag"))
    }
}
