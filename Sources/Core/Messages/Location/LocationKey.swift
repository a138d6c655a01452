/// The keys of a location, in the order in which we write them.
enum LocationKey: String, PayloadKey {
    case type = "_type", latitude = "lat", longitude = "lon", time = "tst", accuracy = "acc", altitude = "alt"
    case verticalAccuracy = "vac", speed = "vel", course = "cog", battery = "batt", batteryStatus = "bs"
    case connection = "conn", trackerInitials = "tid", trigger = "t", createdAt = "created_at"
    case sequence = "seq", boot, mode, source = "src", gateway = "gw", timeMilliseconds = "tst_ms"
    case timeScale = "time_scale"

    static let table = KeyTable<LocationKey>()
}
