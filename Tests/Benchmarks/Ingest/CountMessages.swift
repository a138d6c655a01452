import ArgumentParser
import CMosquitto
import Glibc

/// The limit of ingest: a subscriber that counts in the library's callback, and does nothing else but write rows of whole
/// numbers by COPY for each thousand where it is given a database.
struct CountMessages: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "count-messages", shouldDisplay: false)

    @Argument var port: Int32
    /// After so many messages it says so.
    @Argument var first: Int
    /// After so many more it says how much processor time they took, and ends.
    @Argument var rest: Int
    /// Where to write rows.
    @Argument var database: String?

    func run() throws {
        mosquitto_lib_init()
        let counter = Counter(first: first, rest: rest, try database.map { try BareCopy($0) })
        let context = unsafe Unmanaged.passRetained(counter)
        guard let library = unsafe mosquitto_new("bench-counter", true, context.toOpaque()) else {
            throw ExitCode.failure
        }
        _ = unsafe mosquitto_int_option(library, MOSQ_OPT_PROTOCOL_VERSION, Int32(MQTT_PROTOCOL_V5))
        _ = unsafe mosquitto_int_option(library, MOSQ_OPT_RECEIVE_MAXIMUM, 65_535)
        unsafe mosquitto_connect_callback_set(library) { library, _, _ in
            _ = unsafe mosquitto_subscribe(library, nil, "owntracks/#", 1)
        }
        unsafe mosquitto_subscribe_callback_set(library) { _, _, _, _, _ in say("subscribed") }
        unsafe mosquitto_message_callback_set(library) { _, context, _ in
            unsafe context.map { unsafe Unmanaged<Counter>.fromOpaque($0).takeUnretainedValue().count() }
        }
        guard unsafe mosquitto_connect(library, "127.0.0.1", port, 60) == 0 else { throw ExitCode.failure }
        _ = unsafe mosquitto_loop_forever(library, -1, 1)
    }
}

/// Counts, and speaks at two moments.
private final class Counter {
    private let first: Int
    private let last: Int
    private let copy: BareCopy?
    private var seen = 0
    private var copied = 0
    private var watch = Stopwatch()

    init(first: Int, rest: Int, _ copy: BareCopy?) {
        (self.first, last, self.copy) = (first, first + rest, copy)
    }

    func count() {
        seen += 1
        if let copy, seen == last || seen - copied == 1000 {
            do { try copy.store(seen - copied, of: 2000) } catch { return say("\(error)") }
            copied = seen
        }
        if seen == first {
            watch = Stopwatch()
            say("ready")
        } else if seen == last {
            say("\(watch.processorSeconds)")
        }
    }
}

private func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = unsafe write(STDOUT_FILENO, bytes, bytes.count)
}
