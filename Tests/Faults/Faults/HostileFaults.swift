import Foundation
import TestSupport

/// Strangers do to the console whatever may keep it from its work, while all of `tagalong up` runs.
struct HostileHTTP: Fault {
    let name = "hostile-http"
    let summary = "costly bodies, half-sent headers, unread answers and streams, trickled files"
    let times = 1

    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws { stage.isWhole = true }

    func strike(_ number: Int, _ stage: Stage) async throws {
        try await stage.suffer(HTTPAttack(port: try stage.consolePort))
    }
}

/// Somebody with a phone's credential floods the private broker and takes others' ids; strangers babble.
struct HostileMQTT: Fault {
    let name = "hostile-mqtt"
    let summary = "a phone's credential takes others' ids, floods, subscribes and does not read; strangers send noise"
    let times = 1

    func prepare(_ stage: Stage, _ generator: inout SeededGenerator) async throws { stage.isWhole = true }

    func strike(_ number: Int, _ stage: Stage) async throws {
        let guest = try stage.addPhone("mallory/phone")
        let attack = MQTTAttack(
            port: guest.port,
            user: guest.user,
            password: guest.password,
            clientID: guest.clientID ?? "mallory"
        )
        try await stage.suffer(attack)
        if attack.taken > 0 { stage.troubles.append("\(attack.taken) connections with another's id were taken") }
    }
}
