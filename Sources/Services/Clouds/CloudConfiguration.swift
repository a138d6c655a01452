public import Settings
internal import Tracking

/// The clouds of cellular devices, and whose these devices are.
public struct CloudConfiguration: Sendable {
    /// In the order of the file.
    public var clouds: [CloudEntry]

    enum Key: String, SettingsKey { case clouds }

    /// The most devices of all clouds together: each has four subscriptions.
    static let mostDevices = 10_000

    public init(_ clouds: [CloudEntry] = []) { self.clouds = clouds }

    /// Reads `clouds.yaml`, and the secrets that it names; the environment is for `~/` and `$CREDENTIALS_DIRECTORY/`.
    ///
    /// - Throws: ``SettingsError`` with file and line; no secret is in it.
    public init(_ file: SettingsFile, environment: [String: String]) throws(SettingsError) {
        let section = try file.root(Key.self).required(.clouds)
        var owners: [DeviceID: Name] = [:]
        clouds = []
        for (text, value) in try section.named() {
            let name: Name
            do { name = try Name(text) } catch { throw SettingsError(value.place, "the cloud: \(error)") }
            let entry = try CloudReader(value: value, environment: environment).entry(named: name)
            for tracker in entry.trackers.values {
                // Two ways to one tracker would keep no order.
                if let other = owners.updateValue(name, forKey: tracker) {
                    throw SettingsError(value.place, "\(tracker) is behind '\(other)' already: one cloud is expected")
                }
            }
            clouds.append(entry)
        }
        guard owners.count <= Self.mostDevices else {
            throw SettingsError(
                section.place, "there are \(owners.count) devices: at most \(Self.mostDevices) are served"
            )
        }
    }
}
