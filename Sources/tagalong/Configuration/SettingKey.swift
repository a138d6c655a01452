import Settings

/// What can be set for more than one call: the keys of the configuration file.
///
/// The environment variable of `data-dir` is `TAGALONG_DATA_DIR`, and so for all.
enum SettingKey: String, SettingsKey {
    case broker
    case passwordFile = "password-file"
    case authorities = "ca-file"
    case certificate = "cert-file"
    case key = "key-file"
    case dataDirectory = "data-dir"
    case store
    case accounts
    case logLevel = "log-level"
    case positionsBase = "positions-base"
    case base
    case phones
    case households
    case warning
    case critical
    case clientID = "client-id"
    case reorderWithin = "reorder-within"
    case topSpeed = "top-speed"
    case locationRequests = "location-requests"
    case gpsd
    case gpsdEvery = "gpsd-every"
    case consoleURL = "console-url"
    case http
    case tlsCertificate = "tls-certificate"
    case tlsKey = "tls-key"
    case trustedProxy = "trusted-proxy"
    case homeAssistant = "home-assistant"
    case map
    case mapLibrary = "map-library"
    case tileURL = "tile-url"
    case tileAttribution = "tile-attribution"
    case scenarios
    case corsOrigin = "cors-origin"
    case pushOrigin = "push-origin"
    case keepDays = "keep-days"
    case keepFixes = "keep-fixes"
    case archive
    case archiveKeyFile = "archive-key-file"
    case archiveCache = "archive-cache"
    case keepHot = "keep-hot"
    case adapters
    case powerOn = "power-on"
    case devices
    case gatewayID = "gateway-id"
    case carriedBy = "carried-by"
    case position
    case guards
    case room
    case also
    case receivers
    case trackerBroker = "tracker-broker"
    case owner
    case notifications
    case clouds
    case facts
    case signIn = "sign-in"
    case ownTracksKeys = "owntracks-keys"
    case partitions
    case worker
    case lease
    case strangers

    /// Whether it names a file whose content matters to it.
    var isPath: Bool { rawValue.hasSuffix("-file") || self == .tlsCertificate || self == .tlsKey }

    var variable: String { "TAGALONG_" + rawValue.uppercased().map { $0 == "-" ? "_" : "\($0)" }.joined() }
}
