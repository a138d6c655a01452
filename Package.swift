// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "tagalong",
    products: [.executable(name: "tagalong", targets: ["tagalong"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CBlueZ", pkgConfig: "bluez", providers: [.apt(["libbluetooth-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CQrencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "COpenSSL", linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .target(name: "Cryptography", dependencies: ["COpenSSL"]),
        .target(name: "Compression", dependencies: ["CZlib"]),
        .target(name: "Postgres", dependencies: ["CPostgres"]),
        .target(name: "Sodium", dependencies: ["CSodium"]),
        .target(name: "QR", dependencies: ["CQrencode"]),
        .target(name: "TLS", dependencies: ["COpenSSL", .deque, .nioCore]),
        .target(name: "Tracking"),
        .target(name: "JSON"),
        .target(name: "Messages", dependencies: ["Tracking", "JSON", "CivilTime", "Calendars", "Reminders"]),
        .target(name: "Firmware", dependencies: ["Tracking", "Ranging", .deque]),
        .target(name: "Ranging", dependencies: ["Tracking"]),
        .target(name: "Alerts", dependencies: ["Tracking", "Ranging"]),
        .target(name: "Guard", dependencies: ["Tracking"]),
        .target(name: "ContentLines", dependencies: ["Tracking"]),
        .target(name: "AddressBook", dependencies: ["ContentLines"]),
        .target(name: "CivilTime", dependencies: ["Tracking", "Files"]),
        .target(name: "Sun", dependencies: ["Tracking", "CivilTime"]),
        .target(name: "Calendars", dependencies: ["Tracking", "CivilTime", "ContentLines"]),
        .target(name: "Reminders", dependencies: ["Tracking", "CivilTime", "Sun", "Calendars", .heap]),
        .target(name: "Habits", dependencies: ["Tracking", "CivilTime", "Reminders"]),
        .target(name: "Files"),
        .target(name: "Settings", dependencies: ["Tracking", "Files", .product(name: "Yams", package: "Yams")]),
        .target(name: "Paths", dependencies: ["Tracking", "JSON", "Settings", "CExpat"]),
        .target(
            name: "Simulation",
            dependencies: [
                "Tracking", "Messages", "Files", "Firmware", "Settings", "Paths", "CivilTime", "Calendars", "Reminders",
                .deque, .heap,
            ]
        ),
        .target(name: "Threads"),
        .target(name: "Curl", dependencies: ["CCurl", "Threads"]),
        .target(name: "Supervision", dependencies: [.logging, .lifecycle]),
        .target(name: "SystemBus", dependencies: ["CSystemd", "Threads"]),
        .target(name: "Bluetooth", dependencies: ["Tracking", "Messages", "Settings"]),
        .target(
            name: "BlueZ",
            dependencies: ["Bluetooth", "Tracking", "Messages", "SystemBus", "CBlueZ", .deque, .logging, .lifecycle]
        ),
        .target(
            name: "HostStack",
            dependencies: ["Tracking", "Bluetooth", "Cryptography"]
        ),
        .target(name: "Keys", dependencies: ["Tracking", "JSON", "Bluetooth", "Cryptography"]),
        .target(
            name: "Air",
            dependencies: [
                "Tracking", "Firmware", "Bluetooth", "HostStack", "Keys", "Cryptography", "Threads", .deque, .heap,
            ]
        ),
        .target(
            name: "MQTT",
            dependencies: ["Tracking", "Messages", "Threads", "TLS", .deque, .logging, .lifecycle]
        ),
        .target(
            name: "Broker",
            dependencies: [
                "MQTT", "Tracking", "Messages", "JSON", "Files", "Cryptography", "Threads", "CLinux", .logging,
                .lifecycle,
            ]
        ),
        .target(
            name: "Store",
            dependencies: [
                "Tracking", "Reminders", "Postgres", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .target(
            name: "Archive",
            dependencies: [
                "Tracking", "JSON", "Store", "Compression", "Cryptography", "Curl", "Threads", .logging, .lifecycle,
            ]
        ),
        .target(
            name: "Access",
            dependencies: [
                "Tracking", "Cryptography", "Store", .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .target(name: "OpenID", dependencies: ["Tracking", "JSON", "Cryptography", "Curl"]),
        .target(name: "WebPush", dependencies: ["Tracking", "Cryptography"]),
        .target(
            name: "Maps",
            dependencies: [
                "JSON", "Files", "Compression", "Cryptography", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .target(name: "Exchange", dependencies: ["Tracking", "Messages", "JSON", "Paths", "Store", .heap]),
        .target(name: "Guarding", dependencies: ["Tracking", "Messages", "Files", "Guard", .logging, .lifecycle]),
        .target(
            name: "Gateway",
            dependencies: [
                "Tracking", "JSON", "Bluetooth", "Keys", "Messages", "Ranging", "Guard", "Files", .logging, .lifecycle,
            ]
        ),
        .target(
            name: "History",
            dependencies: [
                "Tracking", "Store", "Alerts", "Ranging", "Messages", "JSON", "Threads", "Sodium", "CivilTime",
                "Calendars", "Reminders", .logging, .lifecycle,
            ]
        ),
        .target(
            name: "Feeds",
            dependencies: [
                "Tracking", "JSON", .logging, .lifecycle, .nioCore, .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .target(
            name: "Notifications",
            dependencies: [
                "Tracking", "Messages", "Reminders", "Settings", "Store", "Alerts", "SystemBus", "Cryptography", "Curl",
                "Access", "WebPush", .logging, .lifecycle,
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .target(
            name: "Clouds",
            dependencies: [
                "Tracking", "Messages", "JSON", "Settings", "Bluetooth", "Cryptography", "Curl", "MQTT", .logging,
                .lifecycle,
            ]
        ),
        .target(
            name: "Facts",
            dependencies: [
                "Reminders", "Tracking", "JSON", "Settings", "Files", "Curl", "CExpat", .logging, .lifecycle,
            ]
        ),
        .target(
            name: "Web",
            dependencies: [
                "Tracking", "Messages", "JSON", "Access", "Compression", "Cryptography", "Maps", "Threads", "TLS",
                .logging, .lifecycle, .hummingbird, .product(name: "HummingbirdCore", package: "hummingbird"),
                .httpTypes, .nioCore,
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ]
        ),
        .target(
            name: "API",
            dependencies: [
                "Tracking", "Messages", "JSON", "AddressBook", "Reminders", "Store", "Exchange", "History", "Clouds",
                "Facts", "CivilTime", "Calendars", "Settings", "Access", "OpenID", "Cryptography", "Threads", "QR",
                "Web", .logging, .lifecycle, .hummingbird, .httpTypes, .nioCore,
                .product(name: "Yams", package: "Yams"),
            ],
            // The program is one file: nothing has to be found beside it.
            resources: [.embedInCode("OpenAPI/Parts")]
        ),
        .target(
            name: "Recorder",
            dependencies: [
                "Tracking", "Messages", "JSON", "Store", "Exchange", "History", "Feeds", "Access", "Web", "API",
                .logging,
                .hummingbird, .httpTypes,
            ]
        ),
        .target(
            name: "Pages",
            dependencies: ["Tracking", "Compression", "Maps", "Web", .hummingbird, .httpTypes, .nioCore],
            exclude: ["Files"],
            plugins: ["EmbedPages"]
        ),
        .target(
            name: "Console",
            dependencies: [
                "Messages", "Store", "History", "Threads", "Web", "API", "Recorder", "Pages", .logging, .lifecycle,
                .hummingbird, .product(name: "HummingbirdCore", package: "hummingbird"), .nioCore,
            ]
        ),
        .executableTarget(name: "page-writer", path: "Plugins/PageWriter"),
        .plugin(name: "EmbedPages", capability: .buildTool(), dependencies: ["page-writer"]),
        .target(
            name: "Rehearsal",
            dependencies: [
                "Tracking", "Messages", "Settings", "Firmware", "Simulation", "Alerts", "Bluetooth", "Air", "Gateway",
                "History", "Store", "CLinux", "CivilTime", "Reminders",
                .logging,
            ]
        ),
        .target(
            name: "Evaluation",
            dependencies: [
                "Tracking", "Messages", "Ranging", "Alerts", "Guard", "Settings", "Paths", "Simulation", "Rehearsal",
                "CivilTime", "Habits",
            ]
        ),
        .executableTarget(
            name: "tagalong",
            dependencies: [
                "Tracking", "Messages", "Settings", "Simulation", "Bluetooth", "BlueZ", "SystemBus", "HostStack", "Air",
                "Keys", "Cryptography", "Paths",
                "MQTT", "Feeds", "Clouds",
                "Store", "Archive", "Exchange", "Alerts", "Evaluation", "Ranging", "Gateway", "History", "Rehearsal",
                "Web", "API", "Console", "Access", "OpenID", "Notifications", "WebPush", "Supervision", "Broker",
                "Curl",
                "QR",
                "Files", "Threads",
                "JSON",
                "Guard", "Guarding", "Maps", "AddressBook", "CivilTime", "Calendars", "Facts", "Reminders",
                "Habits", .logging, .lifecycle,
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .nioCore,
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .target(
            name: "TestSupport",
            dependencies: ["Tracking", "Messages", .logging],
            path: "Tests/TestSupport"
        ),
        .target(
            name: "ServerSupport",
            dependencies: [
                "MQTT", "Broker", "CZlib", "TestSupport", .nioCore,
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            path: "Tests/ServerSupport",
            exclude: ["openid_provider.py"]
        ),
        .target(
            name: "StoreSupport",
            dependencies: ["Store", "ServerSupport"],
            path: "Tests/StoreSupport"
        ),
        .target(
            name: "RadioSupport",
            dependencies: ["Air", "HostStack", "Firmware", "Bluetooth", "Tracking"],
            path: "Tests/Radio/RadioSupport"
        ),
        .executableTarget(
            name: "air-probe",
            dependencies: ["Air", "Bluetooth", "Tracking"],
            path: "Tests/Probes/AirProbe"
        ),
        .executableTarget(
            name: "tagalong-faults",
            dependencies: [
                "Tracking", "Messages", "MQTT", "Store", "ServerSupport", "TestSupport", "CLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Faults"
        ),
        .systemLibrary(
            name: "CMosquitto",
            path: "Tests/CMosquitto",
            pkgConfig: "libmosquitto",
            providers: [.apt(["libmosquitto-dev"])]
        ),
        .executableTarget(
            name: "tagalong-bench",
            dependencies: [
                "Tracking", "Messages", "Settings", "Firmware", "Ranging", "Alerts", "Paths", "Simulation", "Bluetooth",
                "MQTT", "Broker", "Store", "History", "Rehearsal", "ServerSupport", "CMosquitto", "CExpat", "CPostgres",
                "Access", "Calendars", "CLinux", "Reminders", "TestSupport",
                .logging,
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Benchmarks"
        ),
    ]
        + [
            .testTarget(name: "TrackingTests", dependencies: ["Tracking", "TestSupport"]),
            .testTarget(
                name: "MessagesTests",
                dependencies: ["Messages", "CivilTime", "Reminders", "Tracking", "TestSupport"]
            ),
            .testTarget(name: "FirmwareTests", dependencies: ["Firmware", "Tracking", "TestSupport"]),
            .testTarget(name: "RangingTests", dependencies: ["Ranging", "Tracking", "TestSupport"]),
            .testTarget(name: "GuardTests", dependencies: ["Guard", "Tracking"]),
            .testTarget(name: "ContentLinesTests", dependencies: ["ContentLines"]),
            .testTarget(name: "AddressBookTests", dependencies: ["AddressBook", "TestSupport"]),
            .testTarget(
                name: "CivilTimeTests",
                dependencies: ["CivilTime", "Tracking", "TestSupport"],
                exclude: ["Recorded"]
            ),
            .testTarget(
                name: "SunTests",
                dependencies: ["Sun", "CivilTime", "Tracking", "TestSupport"],
                exclude: ["Recorded"]
            ),
            .testTarget(
                name: "CalendarsTests",
                dependencies: ["Calendars", "CivilTime", "Tracking", "TestSupport"],
                exclude: ["Golden"]
            ),
            .testTarget(name: "HabitsTests", dependencies: ["Habits", "Reminders", "CivilTime", "Tracking"]),
            .testTarget(
                name: "RemindersTests",
                dependencies: ["Reminders", "Calendars", "CivilTime", "Tracking", "TestSupport"]
            ),
            .testTarget(name: "GuardingTests", dependencies: ["Guarding", "Guard", "Messages", "Tracking", .logging]),
            .testTarget(name: "AlertsTests", dependencies: ["Alerts", "Ranging", "Tracking", "TestSupport"]),
            .testTarget(name: "SettingsTests", dependencies: ["Settings", "Files", "Tracking"]),
            .testTarget(
                name: "SimulationTests",
                dependencies: [
                    "Simulation", "Messages", "Firmware", "Settings", "Paths", "Tracking", "CivilTime", "Calendars",
                    "Reminders", "TestSupport",
                ]
            ),
            .testTarget(
                name: "BluetoothTests",
                dependencies: ["Bluetooth", "Messages", "Settings", "Tracking", "TestSupport"]
            ),
            .testTarget(
                name: "HostStackTests",
                dependencies: ["HostStack", "Bluetooth", "Tracking", "TestSupport"]
            ),
            .testTarget(
                name: "KeysTests",
                dependencies: ["Keys", "Bluetooth", "Cryptography", "Tracking", "TestSupport"]
            ),
            .testTarget(name: "CurlTests", dependencies: ["Curl", "Compression", "ServerSupport", "TestSupport"]),
            .testTarget(name: "PostgresTests", dependencies: ["Postgres", "ServerSupport", "TestSupport"]),
            .testTarget(name: "QRTests", dependencies: ["QR", "TestSupport"]),
            .testTarget(name: "CompressionTests", dependencies: ["Compression", "ServerSupport", "TestSupport"]),
            .testTarget(name: "CryptographyTests", dependencies: ["Cryptography", "TestSupport"]),
            .testTarget(name: "OpenIDTests", dependencies: ["OpenID", "JSON", "Cryptography", "Tracking"]),
            .testTarget(name: "WebPushTests", dependencies: ["WebPush", "Cryptography", "Tracking", "TestSupport"]),
            .testTarget(
                name: "StoreTests",
                dependencies: [
                    "Store", "StoreSupport", "ServerSupport", "Postgres", "Reminders", "Tracking", "TestSupport",
                    .product(name: "GRDB", package: "GRDB.swift"),
                ]
            ),
            .testTarget(
                name: "ArchiveTests",
                dependencies: [
                    "Archive", "Store", "StoreSupport", "ServerSupport", "Curl", "Compression", "Cryptography",
                    "Tracking",
                    "TestSupport", .logging, .lifecycle,
                ],
                exclude: ["Golden"]
            ),
            .testTarget(
                name: "EvaluationTests",
                dependencies: [
                    "Evaluation", "Simulation", "Gateway", "BlueZ", "Alerts", "Ranging", "Bluetooth", "Messages",
                    "Settings", "Habits", "CivilTime",
                    "Tracking", "TestSupport",
                ]
            ),
            .testTarget(
                name: "MapsTests",
                dependencies: [
                    "Maps", "Compression", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
                ],
                exclude: ["Golden"]
            ),
            .testTarget(
                name: "ExchangeTests",
                dependencies: ["Exchange", "Store", "Messages", "JSON", "Tracking", "TestSupport"]
            ),
            .testTarget(
                name: "AirTests",
                dependencies: [
                    "Air", "HostStack", "Firmware", "Bluetooth", "Keys", "Tracking", "Cryptography", "RadioSupport",
                    "TestSupport",
                ]
            ),
            .testTarget(
                name: "SupervisionTests",
                dependencies: ["Supervision", "TestSupport", .logging, .lifecycle]
            ),
            .testTarget(name: "SystemBusTests", dependencies: ["SystemBus", "Threads", "ServerSupport"]),
            .testTarget(
                name: "BlueZTests",
                dependencies: [
                    "BlueZ", "Bluetooth", "SystemBus", "Messages", "Tracking", "ServerSupport", "TestSupport", .logging,
                ]
            ),
            .testTarget(
                name: "PeripheralTests",
                dependencies: ["BlueZ", "Bluetooth", "SystemBus", "ServerSupport", .logging]
            ),
            .testTarget(
                name: "BrokerTests",
                dependencies: [
                    "Broker", "MQTT", "Messages", "JSON", "Tracking", "ServerSupport", "TestSupport", .logging,
                ]
            ),
            .testTarget(
                name: "MQTTTests",
                dependencies: [
                    "MQTT", "Broker", "Cryptography", "COpenSSL", "TLS", "Threads", "Messages", "ServerSupport",
                    "TestSupport",
                    .logging,
                    .lifecycle,
                ]
            ),
            .testTarget(
                name: "HistoryTests",
                dependencies: [
                    "History", "Store", "StoreSupport", "ServerSupport", "Alerts", "Messages", "Reminders", "Tracking",
                    "TestSupport",
                    .logging,
                ]
            ),
            .testTarget(
                name: "FeedsTests",
                dependencies: [
                    "Feeds", "Messages", "Tracking", "TestSupport", .logging, .lifecycle, .nioCore,
                    .product(name: "NIOPosix", package: "swift-nio"),
                ],
                exclude: ["Recorded"]
            ),
            .testTarget(
                name: "CloudsTests",
                dependencies: [
                    "Clouds", "Bluetooth", "MQTT", "Messages", "Settings", "Tracking", "ServerSupport", "TestSupport",
                    .logging, .lifecycle,
                ],
                exclude: ["Recorded"]
            ),
            .testTarget(
                name: "FactsTests",
                dependencies: [
                    "Facts", "Reminders", "Settings", "Tracking", "ServerSupport", "TestSupport", .logging, .lifecycle,
                ]
            ),
            .testTarget(
                name: "NotificationsTests",
                dependencies: [
                    "Notifications", "SystemBus", "Store", "Alerts", "Settings", "Messages", "Reminders", "Tracking",
                    "Cryptography", "Access", "WebPush", "ServerSupport", "StoreSupport", "TestSupport",
                    .logging,
                ]
            ),
            .testTarget(
                name: "SecurityTests",
                dependencies: [
                    "Access", "API", "Broker", "Console", "Recorder", "Web", "Exchange", "History", "JSON", "Messages",
                    "MQTT", "Paths", "Facts", "Reminders", "Store",
                    "Tracking", "TestSupport",
                ],
                exclude: ["Corpus"]
            ),
            .testTarget(
                name: "AccessTests",
                dependencies: [
                    "Access", "Tracking", "Cryptography", "COpenSSL", "TestSupport", "StoreSupport", "ServerSupport",
                    .product(name: "GRDB", package: "GRDB.swift"),
                ]
            ),
            .testTarget(
                name: "ConsoleTests",
                dependencies: [
                    "Access", "API", "Clouds", "Console", "COpenSSL", "Cryptography", "Exchange", "History", "JSON",
                    "MQTT",
                    "Facts", "Maps", "Notifications", "OpenID", "Pages", "Reminders",
                    "Recorder", "Settings", "Store", "Messages", "TLS", "Threads", "Tracking", "ServerSupport",
                    "TestSupport",
                    "Web", .hummingbird,
                    .logging, .lifecycle, .product(name: "GRDB", package: "GRDB.swift"),
                    .nioCore,
                    .product(name: "NIOEmbedded", package: "swift-nio"),
                    .product(name: "NIOHTTP1", package: "swift-nio"),
                    .httpTypes,
                ],
                exclude: ["Golden"]
            ),
            .testTarget(
                name: "GatewayTests",
                dependencies: [
                    "Gateway", "Air", "Firmware", "Bluetooth", "Keys", "Ranging", "Messages", "JSON", "Tracking",
                    "RadioSupport", "TestSupport", .logging, .lifecycle,
                ]
            ),
            .testTarget(
                name: "RehearsalTests",
                dependencies: [
                    "Rehearsal", "Paths", "Simulation", "Settings", "History", "Store", "MQTT", "Messages", "Tracking",
                    "Bluetooth", "Air", "Reminders", "ServerSupport", "TestSupport", .logging,
                ]
            ),
            .testTarget(
                name: "CommandTests",
                dependencies: [
                    "tagalong", "Access", "Air", "Bluetooth", "Web", "HostStack", "Simulation", "Gateway", "Ranging",
                    "Store", "API", "Calendars", "CivilTime", "Exchange", "Guarding", "Maps", "Messages", "MQTT",
                    "Notifications",
                    "Reminders", "Supervision",
                    "Tracking",
                    "TestSupport", "tagalong-bench",
                    .logging,
                    .lifecycle,
                    .product(name: "ArgumentParser", package: "swift-argument-parser"),
                ]
            ),
            .testTarget(
                name: "SystemTests",
                dependencies: [
                    "tagalong", "SystemBus", "MQTT", "Broker", "Messages", "Reminders", "Tracking", "Store",
                    "ServerSupport",
                    "TestSupport", .logging,
                ]
            ),
        ]
)

extension Target.Dependency {
    static var heap: Self { .product(name: "HeapModule", package: "swift-collections") }
    static var deque: Self { .product(name: "DequeModule", package: "swift-collections") }
    static var logging: Self { .product(name: "Logging", package: "swift-log") }
    static var lifecycle: Self { .product(name: "ServiceLifecycle", package: "swift-service-lifecycle") }
    static var hummingbird: Self { .product(name: "Hummingbird", package: "hummingbird") }
    static var httpTypes: Self { .product(name: "HTTPTypes", package: "swift-http-types") }
    static var nioCore: Self { .product(name: "NIOCore", package: "swift-nio") }
}

/// The floors of the house, each a folder of `Sources`, from below.
///
/// A target imports only its own and those below it. `Tests` has the same floors, and what tests more than one of them
/// beside them. `FloorTests` holds the map in docs/architecture.md against this.
let floors: KeyValuePairs<String, [String]> = [
    "Platform": [
        "CLinux", "CExpat", "CCurl", "CSystemd", "CBlueZ", "CSodium", "CQrencode", "CZlib", "CPostgres", "COpenSSL",
        "Threads", "Files", "Supervision", "Compression", "Cryptography", "Postgres", "Sodium", "QR", "TLS", "Curl",
        "SystemBus",
    ],
    "Core": [
        "Tracking", "JSON", "Messages", "Settings", "Paths", "Ranging", "Alerts", "Guard", "Firmware", "ContentLines",
        "AddressBook", "CivilTime", "Sun", "Calendars", "Reminders", "Habits",
    ],
    "Radio": ["Bluetooth", "BlueZ", "HostStack", "Keys", "Air", "Gateway", "BlueZTests", "PeripheralTests"],
    "Services": [
        "MQTT", "Broker", "Store", "Archive", "Maps", "History", "Feeds", "Exchange", "Notifications", "Access",
        "WebPush", "OpenID",
        "Guarding", "Clouds", "Facts",
    ],
    "Web": ["Web", "API", "Recorder", "Pages", "Console"],
    "Lab": ["Simulation", "Rehearsal", "Evaluation"],
]

for (floor, names) in floors {
    for target in package.targets where target.path == nil {
        let isTest = target.type == .test
        let tested = isTest ? String(target.name.dropLast("Tests".count)) : target.name
        if names.contains(tested) || names.contains(target.name) {
            target.path = "\(isTest ? "Tests" : "Sources")/\(floor)/\(target.name)"
        }
    }
}

/// Where scenarios and tests spend their time: optimised in a debug build too, which makes them several times as fast.
let computing: Set = [
    "Tracking", "Ranging", "Messages", "Alerts", "Guard", "Firmware", "Simulation", "Rehearsal", "Store", "Exchange",
    "History", "MQTT", "ContentLines", "AddressBook", "CivilTime", "Sun", "Calendars", "Reminders",
    "RemindersTests", "Habits", "Air", "Guarding", "Gateway",
]

for target in package.targets where target.type != .system && target.type != .plugin && target.name != "COpenSSL" {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
    ]
    if computing.contains(target.name) {
        // As a whole, which takes two thirds of the time that each file by itself does.
        let flags = ["-O", "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"]
        target.swiftSettings?.append(.unsafeFlags(flags, .when(configuration: .debug)))
    }
}

/// What `scripts/build --only` names: those tests and what they need are built, and nothing else.
///
/// A change in the interface of `Tracking` builds all that imports it anew, which is nearly everything.
if let only = Context.environment["TAGALONG_TESTS"] {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var kept: Set<String> = []
    var wanted = only.split(separator: " ").map(String.init)
    while let name = wanted.popLast() {
        // What is no target of ours is a package.
        guard let target = targets[name], kept.insert(name).inserted else { continue }
        for case .byNameItem(let name, _) in target.dependencies { wanted.append(name) }
        for case .plugin(let name, _) in target.plugins ?? [] { wanted.append(name) }
    }
    package.products = []
    package.targets.removeAll { !kept.contains($0.name) }
}
