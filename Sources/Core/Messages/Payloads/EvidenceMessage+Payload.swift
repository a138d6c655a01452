internal import Tracking

extension EvidenceMessage: JSONPayload {
    enum Key: String, PayloadKey {
        case type = "_type", time, distance = "distance_m", low = "distance_low_m", high = "distance_high_m"
        case warning, critical, positions, gateways, waiting, with

        static let table = KeyTable<Key>()
    }

    static var type: (key: Key, name: String) { (.type, "evidence") }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        time = try object.required(.time, object.time(.time))
        distance = try object.number(.distance, in: .metres)
        low = try object.number(.low, in: .metres)
        high = try object.number(.high, in: .metres)
        warning = try object.required(.warning, object.part(.warning))
        critical = try object.required(.critical, object.part(.critical))
        positions = try object.part(.positions)
        gateways = try object.parts(.gateways) ?? []
        waiting = try object.part(.waiting)
        with = try object.name(.with)
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.time, time)
        writer.put(.distance, distance, decimals: 3)
        writer.put(.low, low, decimals: 3)
        writer.put(.high, high, decimals: 3)
        writer.put(.warning, warning)
        writer.put(.critical, critical)
        writer.put(.positions, positions)
        writer.put(.gateways, gateways)
        writer.put(.waiting, waiting)
        writer.put(.with, with?.text)
    }
}

extension EvidenceMessage.Waiting: JSONPart {
    enum Key: String, PayloadKey {
        case awaited = "for", since, usual = "usual_s"

        static let table = KeyTable<Key>()
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

extension EvidenceMessage.Threshold: JSONPart {
    enum Key: String, PayloadKey {
        case distance = "distance_m", probability, odds, needed = "odds_needed"

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        distance = try object.required(.distance, object.number(.distance, in: .metres))
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

extension EvidenceMessage.Positions: JSONPart {
    enum Key: String, PayloadKey {
        case time, distance = "distance_m", sigma = "sigma_m", gap = "gap_s"

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        time = try object.required(.time, object.time(.time))
        distance = try object.required(.distance, object.number(.distance, in: .metres))
        sigma = try object.required(.sigma, object.number(.sigma, in: .metres))
        gap = try object.required(.gap, object.number(.gap, in: .positiveOrZero))
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.time, time)
        writer.put(.distance, distance, decimals: 3)
        writer.put(.sigma, sigma, decimals: 3)
        writer.put(.gap, gap, decimals: 3)
    }
}

extension EvidenceMessage.Gateway: JSONPart {
    enum Key: String, PayloadKey {
        case title = "gateway", standing, blind, counts, time, strength = "rssi", samples, expected, heard
        case silent = "silent_since", linked, distance = "distance_m", low = "distance_low_m"
        case high = "distance_high_m"

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        self.init(
            name: try object.required(.title, object.name(.title)),
            standing: try object.required(.standing, object.word(.standing)),
            isBlind: try object.flag(.blind) ?? false,
            counts: try object.flag(.counts) ?? false
        )
        time = try object.time(.time)
        strength = try object.number(.strength, in: -200...100)
        samples = try object.integer(.samples, in: 0...Int64(Int32.max)).map { Int($0) }
        expected = try object.integer(.expected, in: 0...Int64(Int32.max)).map { Int($0) }
        heard = try object.time(.heard)
        silentSince = try object.time(.silent)
        linked = try object.time(.linked)
        distance = try object.number(.distance, in: .metres)
        low = try object.number(.low, in: .metres)
        high = try object.number(.high, in: .metres)
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
