// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "tagalong",
    products: [.executable(name: "tagalong", targets: ["tagalong"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CBlueZ", pkgConfig: "bluez", providers: [.apt(["libbluetooth-dev"])]),
        .target(name: "Tracking"),
        .target(name: "Messages", dependencies: ["Tracking"]),
        .target(name: "Firmware", dependencies: ["Tracking", "Ranging", .deque]),
        .target(name: "Ranging", dependencies: ["Tracking"]),
        .target(name: "Alerts", dependencies: ["Tracking", "Ranging"]),
        .target(name: "Settings", dependencies: ["Tracking", .product(name: "Yams", package: "Yams")]),
        .target(name: "Paths", dependencies: ["Tracking", "Settings", "CExpat"]),
        .target(name: "Simulation", dependencies: ["Tracking", "Messages", "Firmware", "Settings", "Paths"]),
        .target(name: "Threads"),
        .target(name: "Supervision", dependencies: [.logging, .lifecycle]),
        .target(name: "SystemBus", dependencies: ["CSystemd", "Threads"]),
        .target(
            name: "Bluetooth",
            dependencies: ["Tracking", "Messages", "Settings", "SystemBus", "CBlueZ", .deque, .logging, .lifecycle]
        ),
        .target(
            name: "HostStack",
            dependencies: [
                "Tracking", "Messages", "Bluetooth",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]
        ),
        .target(
            name: "Air",
            dependencies: ["Tracking", "Messages", "Firmware", "Bluetooth", "HostStack", "Threads", .deque, .heap]
        ),
        .target(
            name: "MQTT",
            dependencies: ["Tracking", "Messages", "Threads", "CMosquitto", .deque, .logging, .lifecycle]
        ),
        .target(
            name: "Broker",
            dependencies: [
                "MQTT", "Tracking", "Messages", .logging, .lifecycle,
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ]
        ),
        .target(name: "Store", dependencies: ["Tracking", .product(name: "GRDB", package: "GRDB.swift")]),
        .target(
            name: "Access",
            dependencies: [
                "Tracking", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]
        ),
        .target(name: "Exchange", dependencies: ["Tracking", "Messages", "Paths", "Store", .heap]),
        .target(
            name: "Gateway",
            dependencies: ["Tracking", "Bluetooth", "Messages", "Ranging", "Settings", .logging, .lifecycle]
        ),
        .target(
            name: "History",
            dependencies: ["Tracking", "Store", "Alerts", "Ranging", "Messages", "Threads", .logging, .lifecycle]
        ),
        .target(
            name: "Notifications",
            dependencies: [
                "Tracking", "Messages", "Settings", "Store", "Alerts", "SystemBus", "CCurl", .logging, .lifecycle,
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .target(
            name: "Console",
            dependencies: [
                "Tracking", "Messages", "Store", "Exchange", "History", "Alerts", "Access", "Threads", .logging,
                .lifecycle,
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "Yams", package: "Yams"),
            ],
            exclude: ["Pages/Files"],
            // The program is one file: nothing has to be found beside it.
            resources: [.embedInCode("OpenAPI/Parts")],
            plugins: ["EmbedPages"]
        ),
        .executableTarget(name: "page-writer", path: "Plugins/PageWriter"),
        .plugin(name: "EmbedPages", capability: .buildTool(), dependencies: ["page-writer"]),
        .target(
            name: "Rehearsal",
            dependencies: [
                "Tracking", "Messages", "Settings", "Firmware", "Simulation", "Alerts", "Bluetooth", "Air", "Gateway",
                "History", "Store",
                .logging,
            ]
        ),
        .target(
            name: "Evaluation",
            dependencies: [
                "Tracking", "Messages", "Ranging", "Alerts", "Settings", "Paths", "Simulation", "Rehearsal",
            ]
        ),
        .executableTarget(
            name: "tagalong",
            dependencies: [
                "Tracking", "Messages", "Settings", "Simulation", "Bluetooth", "SystemBus", "HostStack", "Air", "MQTT",
                "Store", "Exchange", "Alerts", "Evaluation", "Ranging", "Gateway", "History", "Rehearsal",
                "Console", "Access", "Notifications", "Supervision", "Broker",
                .logging, .lifecycle,
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .target(
            name: "TestSupport",
            dependencies: [
                "Tracking", "Messages", "MQTT", .logging,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "Tests/TestSupport"
        ),
        .executableTarget(
            name: "air-probe",
            dependencies: ["Air", "Bluetooth", "Tracking"],
            path: "Tests/Probes/AirProbe"
        ),
        .executableTarget(
            name: "tagalong-faults",
            dependencies: [
                "Tracking", "Messages", "MQTT", "Store", "TestSupport", "CMosquitto", .logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Faults"
        ),
        .executableTarget(
            name: "tagalong-bench",
            dependencies: [
                "Tracking", "Messages", "Settings", "Firmware", "Ranging", "Alerts", "Paths", "Simulation", "Bluetooth",
                "MQTT",
                "Store", "Rehearsal", "CMosquitto", "CExpat", .logging,
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "HeapModule", package: "swift-collections"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Benchmarks"
        ),
    ]
        + tests(
            "Tracking",
            "Messages",
            "Firmware",
            "Ranging",
            "Alerts",
            "Settings",
            "Simulation",
            "Bluetooth"
        )
        + tests("HostStack")
        + [
            .testTarget(
                name: "StoreTests",
                dependencies: [
                    "Store", "Tracking", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
                ]
            ),
            .testTarget(
                name: "EvaluationTests",
                dependencies: ["Evaluation", "Simulation", "Ranging", "Settings", "Tracking", "TestSupport"]
            ),
            .testTarget(
                name: "ExchangeTests",
                dependencies: ["Exchange", "Store", "Messages", "Paths", "Tracking", "TestSupport"]
            ),
            .testTarget(
                name: "AirTests",
                dependencies: ["Air", "HostStack", "Firmware", "Bluetooth", "Messages", "Tracking", "TestSupport"]
            ),
            .testTarget(
                name: "SupervisionTests",
                dependencies: ["Supervision", "TestSupport", .logging, .lifecycle]
            ),
            .testTarget(name: "SystemBusTests", dependencies: ["SystemBus", "Threads", "TestSupport"]),
            .testTarget(
                name: "BlueZTests",
                dependencies: [
                    "Bluetooth", "SystemBus", "Messages", "Tracking", "TestSupport", .logging, .lifecycle,
                ]
            ),
            .testTarget(
                name: "PeripheralTests",
                dependencies: [
                    "Bluetooth", "SystemBus", "Messages", "Tracking", "TestSupport", .logging, .lifecycle,
                ]
            ),
            .testTarget(
                name: "BrokerTests",
                dependencies: ["Broker", "MQTT", "Messages", "Tracking", "TestSupport", .logging]
            ),
            .testTarget(name: "MQTTTests", dependencies: ["MQTT", "Messages", "Tracking", "TestSupport"]),
            .testTarget(
                name: "HistoryTests",
                dependencies: [
                    "History", "Store", "Alerts", "Messages", "Tracking", "TestSupport", .logging,
                    .product(name: "GRDB", package: "GRDB.swift"),
                ]
            ),
            .testTarget(
                name: "NotificationsTests",
                dependencies: [
                    "Notifications", "SystemBus", "Store", "Alerts", "Settings", "Messages", "Tracking", "TestSupport",
                    .product(name: "Crypto", package: "swift-crypto"),
                    .logging,
                    .lifecycle,
                ]
            ),
            .testTarget(
                name: "SecurityTests",
                dependencies: [
                    "Access", "Broker", "Console", "Exchange", "History", "Messages", "MQTT", "Paths", "Store",
                    "Tracking", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
                ],
                exclude: ["Corpus"]
            ),
            .testTarget(
                name: "AccessTests",
                dependencies: [
                    "Access", "Tracking", "TestSupport", .product(name: "Crypto", package: "swift-crypto"),
                    .product(name: "GRDB", package: "GRDB.swift"),
                ]
            ),
            .testTarget(
                name: "ConsoleTests",
                dependencies: [
                    "Access", "Console", "Exchange", "History", "MQTT", "Store", "Alerts", "Messages", "Tracking",
                    "TestSupport",
                    .logging,
                    .lifecycle,
                    .product(name: "AsyncHTTPClient", package: "async-http-client"),
                    .product(name: "HummingbirdTLS", package: "hummingbird"),
                    .product(name: "NIOCore", package: "swift-nio"),
                    .product(name: "NIOEmbedded", package: "swift-nio"),
                    .product(name: "NIOFoundationCompat", package: "swift-nio"),
                    .product(name: "NIOHTTP1", package: "swift-nio"),
                    .product(name: "HTTPTypes", package: "swift-http-types"),
                ],
                exclude: ["Golden"]
            ),
            .testTarget(
                name: "GatewayTests",
                dependencies: [
                    "Gateway", "Air", "Firmware", "Bluetooth", "Ranging", "Messages", "Tracking", "TestSupport",
                    .logging,
                    .lifecycle,
                ]
            ),
            .testTarget(
                name: "RehearsalTests",
                dependencies: [
                    "Rehearsal", "Paths", "Simulation", "Settings", "History", "Store", "MQTT", "Messages", "Tracking",
                    "Bluetooth", "Air", "TestSupport", .logging,
                ]
            ),
            .testTarget(
                name: "CommandTests",
                dependencies: [
                    "tagalong", "Air", "Bluetooth", "HostStack", "Simulation", "Gateway", "Settings", "Ranging",
                    "Store",
                    "Messages", "Tracking", "TestSupport",
                ]
            ),
            .testTarget(
                name: "SystemTests",
                dependencies: [
                    "tagalong", "Supervision", "SystemBus", "MQTT", "Messages", "Tracking", "Store", "TestSupport",
                ]
            ),
        ]
)

/// The test target of each module that needs nothing beyond what the module itself is made of.
func tests(_ modules: String...) -> [Target] {
    modules.map { module in
        var dependencies: [Target.Dependency] = [.byName(name: module), "TestSupport"]
        for name in ["Tracking", "Messages", "Firmware", "Ranging", "Settings", "Paths", "Bluetooth"]
        where name != module {
            dependencies.append(.byName(name: name))
        }
        return .testTarget(name: "\(module)Tests", dependencies: dependencies)
    }
}

extension Target.Dependency {
    static var heap: Self { .product(name: "HeapModule", package: "swift-collections") }
    static var deque: Self { .product(name: "DequeModule", package: "swift-collections") }
    static var logging: Self { .product(name: "Logging", package: "swift-log") }
    static var lifecycle: Self { .product(name: "ServiceLifecycle", package: "swift-service-lifecycle") }
}

for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
    ]
}
