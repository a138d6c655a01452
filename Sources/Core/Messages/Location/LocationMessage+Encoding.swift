internal import Tracking

extension LocationMessage {
    /// The bytes of the message: the keys in the order of ``LocationKey``, then the others.
    ///
    /// Positions are written as the shortest decimals that read back to the same numbers.
    public func encoded() -> [UInt8] {
        var writer = JSONWriter<LocationKey>(capacity: 384)
        writer.put(.type, "location")
        write(fix, into: &writer)
        writer.put(.battery, battery)
        writer.put(.batteryStatus, batteryStatus)
        writer.put(.connection, connection)
        writer.put(.trackerInitials, trackerInitials)
        writer.put(.trigger, trigger)
        writer.put(.createdAt, createdAt?.wholeSeconds)
        writer.put(.sequence, mark?.sequence)
        writer.put(.boot, mark?.boot)
        writer.put(.mode, mode?.rawValue)
        writer.put(.source, source?.rawValue)
        writer.put(.gateway, gateway?.text)
        if !extra.contains(where: { $0.name == LocationKey.timeMilliseconds.name }) {
            writer.put(.timeMilliseconds, fix.time.milliseconds)
        }
        writer.put(.timeScale, timeScale)
        writer.put(extra)
        return writer.finished()
    }

    private func write(_ fix: Fix, into writer: inout JSONWriter<LocationKey>) {
        writer.put(.latitude, fix.coordinate.latitude)
        writer.put(.longitude, fix.coordinate.longitude)
        writer.put(.time, fix.time.wholeSeconds)
        writer.put(.accuracy, fix.accuracy)
        writer.put(.altitude, fix.altitude)
        writer.put(.verticalAccuracy, fix.verticalAccuracy)
        writer.put(.speed, fix.speed)
        writer.put(.course, fix.course)
    }
}
