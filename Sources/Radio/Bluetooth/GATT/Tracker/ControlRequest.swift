public import Tracking

/// What is written to a tracker's control point.
public enum ControlRequest: Hashable, Sendable {
    /// Something to do once; answered by an indication with its id.
    case command(Command)
    /// What the tracker should be; answered by its reported state.
    case desired(DesiredState)
    /// Keep the registration that was answered last; answered by the response to the write.
    case confirmRegistration
}

extension ControlRequest {
    /// The first byte behind the format.
    enum Code: UInt8 {
        case locate = 1
        case ring, stopRing, unregister, desired, confirmRegistration

        init(_ verb: Command.Verb) {
            switch verb {
            case .locate: self = .locate
            case .ring: self = .ring
            case .stopRing: self = .stopRing
            case .unregister: self = .unregister
            }
        }

        var verb: Command.Verb? {
            switch self {
            case .locate: .locate
            case .ring: .ring
            case .stopRing: .stopRing
            case .unregister: .unregister
            case .desired, .confirmRegistration: nil
            }
        }
    }

    /// The longest id of a command, in bytes of UTF-8; a longer one is cut.
    public static let longestID = 255
}

extension ControlRequest: GATTValue {
    public init(gattValue bytes: [UInt8]) throws(GATTValueError) {
        var reader = try GATTReader(versioned: "control request", bytes)
        let number = try reader.integer("operation", UInt8.self)
        guard let code = Code(rawValue: number) else {
            throw reader.refusal("operation", "a number from 1 to 6", number)
        }
        if let verb = code.verb {
            self = .command(Command(id: try reader.text("id", bytes: 1...Self.longestID), verb: verb))
        } else if code == .desired {
            self = .desired(try DesiredState(&reader))
        } else {
            self = .confirmRegistration
        }
    }

    public var gattValue: [UInt8] {
        var writer = GATTWriter.versioned
        switch self {
        case .command(let command):
            writer.put(Code(command.verb).rawValue)
            writer.put(command.id, longest: Self.longestID)
        case .desired(let desired):
            writer.put(Code.desired.rawValue)
            desired.write(&writer)
        case .confirmRegistration: writer.put(Code.confirmRegistration.rawValue)
        }
        return writer.bytes
    }
}

/// What a tracker's control point indicates: what came of a command.
public typealias ControlAnswer = CommandResult

extension CommandResult: GATTValue {
    public init(gattValue bytes: [UInt8]) throws(GATTValueError) {
        var reader = try GATTReader(versioned: "control answer", bytes)
        let isDone = try reader.word("status", [true, false])
        let id = try reader.text("id", bytes: 0...ControlRequest.longestID)
        self.init(id: id, error: isDone ? nil : try reader.text("error", bytes: 0...200))
    }

    public var gattValue: [UInt8] {
        var writer = GATTWriter.versioned
        writer.put(error == nil, of: [true, false])
        writer.put(id, longest: ControlRequest.longestID)
        if let error { writer.put(error, longest: 200) }
        return writer.bytes
    }
}
