import SystemBus

/// Who listens to the values of which characteristic.
struct Subscriptions {
    private var listeners: [ObjectPath: [Int: AsyncStream<[UInt8]>.Continuation]] = [:]

    mutating func add(_ listener: AsyncStream<[UInt8]>.Continuation, _ number: Int, to path: ObjectPath) {
        listeners[path, default: [:]][number] = listener
    }

    /// Whether it was there, and the last one.
    mutating func remove(_ number: Int, from path: ObjectPath) -> Bool {
        guard listeners[path]?.removeValue(forKey: number) != nil else { return false }
        guard listeners[path]?.isEmpty == true else { return false }
        listeners[path] = nil
        return true
    }

    func tell(_ value: [UInt8], of path: ObjectPath) {
        for listener in (listeners[path] ?? [:]).values { listener.yield(value) }
    }

    /// Ends what is below an object, and answers with the characteristics that were listened to.
    mutating func end(below object: ObjectPath) -> [ObjectPath] {
        let paths = listeners.keys.filter { $0.isBelow(object) }
        for path in paths { end(at: path) }
        return paths
    }

    /// Ends what listens to a characteristic.
    mutating func end(at path: ObjectPath) {
        for listener in (listeners.removeValue(forKey: path) ?? [:]).values { listener.finish() }
    }
}
