internal import Tracking

extension EvidenceMessage: JSONPayload {
    enum Key: UInt8, PayloadKey {
        case type, time, distance, low, high, warning, critical, positions, gateways, waiting, with

        static let table = KeyTable<Key>()

        var name: String {
            switch self {
            case .type: "_type"
            case .time: "time"
            case .distance: "distance_m"
            case .low: "distance_low_m"
            case .high: "distance_high_m"
            case .warning: "warning"
            case .critical: "critical"
            case .positions: "positions"
            case .gateways: "gateways"
            case .waiting: "waiting"
            case .with: "with"
            }
        }
    }

    static var type: (key: Key, name: String) { (.type, "evidence") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        time = try object.required(.time, object.time(.time))
        distance = try object.number(.distance, in: .positiveOrZero)
        low = try object.number(.low, in: .positiveOrZero)
        high = try object.number(.high, in: .positiveOrZero)
        warning = try Threshold(reading: object.required(.warning, object.object(.warning)))
        critical = try Threshold(reading: object.required(.critical, object.object(.critical)))
        positions = nil
        if let inner = try object.object(.positions, of: Positions.Key.self) {
            positions = try Positions(reading: inner)
        }
        gateways = []
        for inner in try object.objects(.gateways, of: Gateway.Key.self) ?? [] {
            gateways.append(try Gateway(reading: inner))
        }
        if let inner = try object.object(.waiting, of: Waiting.Key.self) { waiting = try Waiting(reading: inner) }
        with = try object.name(.with)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.time, time)
        writer.put(.distance, distance, decimals: 3)
        writer.put(.low, low, decimals: 3)
        writer.put(.high, high, decimals: 3)
        writer.put(.warning, warning.write)
        writer.put(.critical, critical.write)
        if let positions { writer.put(.positions, positions.write) }
        writer.put(.gateways, gateways) { gateway, writer in gateway.write(into: &writer) }
        if let waiting { writer.put(.waiting, waiting.write) }
        writer.put(.with, with?.text)
    }
}

extension EvidenceMessage.Waiting {
    enum Key: UInt8, PayloadKey {
        case awaited, since, usual

        static let table = KeyTable<Key>()

        var name: String {
            switch self {
            case .awaited: "for"
            case .since: "since"
            case .usual: "usual_s"
            }
        }
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        awaited = try object.required(.awaited, object.word(.awaited))
        since = try object.required(.since, object.time(.since))
        usual = try object.number(.usual, in: .positiveOrZero)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.awaited, awaited.rawValue)
        writer.put(.since, since)
        writer.put(.usual, usual, decimals: 1)
    }
}

extension EvidenceMessage.Threshold {
    enum Key: UInt8, PayloadKey {
        case distance, probability, odds, needed

        static let table = KeyTable<Key>()

        var name: String {
            switch self {
            case .distance: "distance_m"
            case .probability: "probability"
            case .odds: "odds"
            case .needed: "odds_needed"
            }
        }
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        distance = try object.required(.distance, object.number(.distance, in: .positiveOrZero))
        probability = try object.required(.probability, object.number(.probability, in: 0...1))
        odds = try object.number(.odds, in: .positiveOrZero)
        needed = try object.required(.needed, object.number(.needed, in: .positiveOrZero))
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.distance, distance, decimals: 3)
        writer.put(.probability, probability, decimals: 4)
        writer.put(.odds, odds, decimals: 3)
        writer.put(.needed, needed, decimals: 3)
    }
}

extension EvidenceMessage.Positions {
    enum Key: UInt8, PayloadKey {
        case time, distance, sigma, gap

        static let table = KeyTable<Key>()

        var name: String {
            switch self {
            case .time: "time"
            case .distance: "distance_m"
            case .sigma: "sigma_m"
            case .gap: "gap_s"
            }
        }
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        time = try object.required(.time, object.time(.time))
        distance = try object.required(.distance, object.number(.distance, in: .positiveOrZero))
        sigma = try object.required(.sigma, object.number(.sigma, in: .positiveOrZero))
        gap = try object.required(.gap, object.number(.gap, in: .positiveOrZero))
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.time, time)
        writer.put(.distance, distance, decimals: 3)
        writer.put(.sigma, sigma, decimals: 3)
        writer.put(.gap, gap, decimals: 3)
    }
}

extension EvidenceMessage.Gateway {
    enum Key: UInt8, PayloadKey {
        case title, standing, blind, counts, time, strength, samples, expected, heard, silent, linked, distance, low,
            high

        static let table = KeyTable<Key>()

        var name: String {
            switch self {
            case .title: "gateway"
            case .standing: "standing"
            case .blind: "blind"
            case .counts: "counts"
            case .time: "time"
            case .strength: "rssi"
            case .samples: "samples"
            case .expected: "expected"
            case .heard: "heard"
            case .silent: "silent_since"
            case .linked: "linked"
            case .distance: "distance_m"
            case .low: "distance_low_m"
            case .high: "distance_high_m"
            }
        }
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        self.init(
            name: try object.required(.title, object.name(.title)),
            standing: try object.required(.standing, object.word(.standing)),
            isBlind: try object.flag(.blind) ?? false,
            counts: try object.flag(.counts) ?? false
        )
        time = try object.time(.time)
        strength = try object.number(.strength)
        samples = try object.integer(.samples, in: 0...Int64(Int32.max)).map { Int($0) }
        expected = try object.integer(.expected, in: 0...Int64(Int32.max)).map { Int($0) }
        heard = try object.time(.heard)
        silentSince = try object.time(.silent)
        linked = try object.time(.linked)
        distance = try object.number(.distance, in: .positiveOrZero)
        low = try object.number(.low, in: .positiveOrZero)
        high = try object.number(.high, in: .positiveOrZero)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.title, name.text)
        writer.put(.standing, standing.rawValue)
        if isBlind { writer.put(.blind, true) }
        writer.put(.counts, counts)
        writer.put(.time, time)
        writer.put(.strength, strength, decimals: 1)
        writer.put(.samples, samples)
        writer.put(.expected, expected)
        writer.put(.heard, heard)
        writer.put(.silent, silentSince)
        writer.put(.linked, linked)
        writer.put(.distance, distance, decimals: 3)
        writer.put(.low, low, decimals: 3)
        writer.put(.high, high, decimals: 3)
    }
}
