/// The keys of a location, in the order in which we write them.
enum LocationKey: UInt8, PayloadKey {
    case type, latitude, longitude, time, accuracy, altitude, verticalAccuracy, speed, course, battery, batteryStatus
    case connection, trackerInitials, trigger, createdAt, sequence, boot, mode, source, gateway, timeMilliseconds
    case timeScale

    static let table = KeyTable<LocationKey>()

    var name: String {
        switch self {
        case .type: "_type"
        case .latitude: "lat"
        case .longitude: "lon"
        case .time: "tst"
        case .accuracy: "acc"
        case .altitude: "alt"
        case .verticalAccuracy: "vac"
        case .speed: "vel"
        case .course: "cog"
        case .battery: "batt"
        case .batteryStatus: "bs"
        case .connection: "conn"
        case .trackerInitials: "tid"
        case .trigger: "t"
        case .createdAt: "created_at"
        case .sequence: "seq"
        case .boot: "boot"
        case .mode: "mode"
        case .source: "src"
        case .gateway: "gw"
        case .timeMilliseconds: "tst_ms"
        case .timeScale: "time_scale"
        }
    }
}
