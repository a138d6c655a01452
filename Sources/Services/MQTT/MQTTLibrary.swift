internal import CMosquitto

/// The library below the client.
package enum MQTTLibrary {
    /// The version of libmosquitto that this process runs with, such as `2.0.11`.
    package static var version: String {
        var major: Int32 = 0
        var minor: Int32 = 0
        var revision: Int32 = 0
        _ = unsafe mosquitto_lib_version(&major, &minor, &revision)
        return "\(major).\(minor).\(revision)"
    }
}
