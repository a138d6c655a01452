import Foundation
import MQTT
import TestSupport

/// What somebody with a phone's credential does to the broker, and what strangers without one do.
final class MQTTAttack: Attack {
    private let port: Int
    private let user: String
    private let password: String
    /// The id that the broker asks of this credential.
    private let clientID: String
    let record = AttackRecord()

    init(port: Int, user: String, password: String, clientID: String) {
        (self.port, self.user, self.password, self.clientID) = (port, user, password, clientID)
    }

    /// Attacks until it is over.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await onThread { self.takeIdentifiers() } }
            group.addTask { await onThread { self.flood() } }
            group.addTask { await onThread { self.hold() } }
            group.addTask { await onThread { self.babble() } }
        }
    }

    /// Connections with another's id that the broker took.
    var taken: Int { record.number(of: "connections with another's id") }

    private func connect(as clientID: String) -> (caller: RawSocket, isIn: Bool)? {
        guard let caller = try? RawSocket(port: port, patience: 2) else { return nil }
        try? caller.write(MQTTBytes.connect(as: clientID, user: user, password: password))
        return (caller, MQTTBytes.returnCode(caller.read()) == 0)
    }

    /// Takes the ids that services and trackers have, or had, with a clean session.
    private func takeIdentifiers() {
        let identifiers = [
            "tagalong-history", "tagalong-credentials", "tagalong-owner-0-tracker-0", "tagalong-gateway-den",
            "tagalong-owner-1-phone",
        ]
        var number = 0
        while record.goesOn {
            guard let (_, isIn) = connect(as: identifiers[number % identifiers.count]) else { continue }
            number += 1
            record.count(isIn ? "connections with another's id" : "refused ids")
            record.rest(0.02)
        }
    }

    /// Retained messages on ever new topics below its own, large ones, and nonsense where its positions belong.
    private func flood() {
        let large = [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)
        var number = 0
        while record.goesOn {
            guard let (caller, isIn) = connect(as: clientID), isIn else { continue }
            for _ in 0..<200 where record.goesOn {
                number += 1
                let (isLarge, identifier) = (number.isMultiple(of: 50), UInt16(truncatingIfNeeded: number) | 1)
                let topic = number.isMultiple(of: 2) ? "owntracks/mallory/phone" : "owntracks/mallory/phone/x-\(number)"
                let payload = isLarge ? large : Array("nonsense \(number)".utf8)
                let packet = MQTTBytes.publish(topic, payload, retained: true, identifier: identifier)
                guard (try? caller.write(packet)) != nil else { break }
                record.count("messages of a flood")
            }
            // Nobody reads the acknowledgements.
            record.rest(0.05)
        }
    }

    /// Asks for everything and reads nothing.
    private func hold() {
        var held: [RawSocket] = []
        while record.goesOn {
            if held.count < 50, let caller = try? RawSocket(port: port, patience: 2, receiveBuffer: 2048) {
                try? caller.write(MQTTBytes.connect(as: clientID, user: user, password: password))
                try? caller.write(MQTTBytes.subscribe(held.count.isMultiple(of: 2) ? "#" : "owntracks/+/+"))
                held.append(caller)
                record.count("subscriptions that are not read")
            }
            record.rest(0.05)
        }
    }

    /// Packets that are none, and ones that never end.
    private func babble() {
        var generator = SeededGenerator(seed: 1)
        var held: [RawSocket] = []
        while record.goesOn {
            guard let caller = try? RawSocket(port: port, patience: 2) else { continue }
            if held.count < 300 {
                try? caller.write([0x10, 0xFF, 0xFF, 0x7F, 0, 4])
                held.append(caller)
                record.count("half-sent packets")
            } else {
                try? caller.write((0..<512).map { _ in UInt8.random(in: 0 ... .max, using: &generator) })
                record.count("packets of noise")
            }
            record.rest(0.01)
        }
    }
}
