public import HostStack

extension HostSettings {
    /// How a simulated tag presents itself: with all that the generic services of a peripheral may tell.
    ///
    /// It prefers the interval that Linux begins with (30 to 50 ms), no latency, and a supervision timeout of 4 s (our own
    /// choice). Central Address Resolution (`2AA6`) is not among its attributes: it tells that a device resolves addresses
    /// as a central, and a peripheral reads it before it advertises to a private address (Core Specification 5.4, volume 3,
    /// part C, section 12.4).
    public static func simulatedTag(name: String, security: SecuritySettings = SecuritySettings()) -> HostSettings {
        var settings = HostSettings(
            name: name,
            security: security,
            preferredParameters: HostStack.ConnectionParameters(interval: 24...40, latency: 0, timeout: 400)
        )
        settings.tellsServerFeatures = true
        return settings
    }
}
