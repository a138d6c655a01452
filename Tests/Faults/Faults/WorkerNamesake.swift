import Glibc
import MQTT

/// Two workers of one name: while both live, and while one of them is frozen.
struct WorkerNamesake: WorkerFault {
    let name = "worker-namesake"
    let summary = "a worker with the name of another, while that lives, and while it is frozen"
    let times = 1

    func strike(_ number: Int, _ stage: Stage) async throws {
        let (crew, name) = (try stage.crewAtWork, Crew.names[0])
        let broker = stage.connection.description
        let second = try crew.start(name, broker: broker, log: "second")
        try await eventually("the second of one name has ended") { !second.isRunning }
        guard crew.words(of: "second").contains("a name of its own") else {
            throw Trouble("two workers of one name: \(crew.words(of: "second"))")
        }
        stage.notes.append("refused with status \(await second.end(0)) while the first lives")
        let first = try crew.leave(name)
        kill(first.identifier, SIGSTOP)
        do {
            try await crew.awaitSpread(over: Crew.others(than: name))
            try crew.start(name, broker: broker)
            try await crew.awaitSpread()
        } catch {
            await first.end(SIGKILL)
            throw error
        }
        kill(first.identifier, SIGCONT)
        try await eventually("the first of one name has ended") { !first.isRunning }
        let status = await first.end(0)
        stage.notes.append("takes the place of a frozen one, which ends with status \(status) when it is woken")
        try await crew.awaitSpread()
    }
}
