import Bluetooth
import Messages
import Tracking

/// The person at the other end of the bus, who is asked by responses and answers by further requests.
actor RemotePerson: PairingPerson {
    private let transaction: String
    private let respond: @Sendable (GatewayResponse) async -> Void
    private let clock: any UTCClock
    private var waiting: CheckedContinuation<GatewayRequest?, Never>?

    /// Longer than any tag waits.
    private static let patience: Duration = .seconds(120)

    init(transaction: String, clock: any UTCClock, respond: @escaping @Sendable (GatewayResponse) async -> Void) {
        (self.transaction, self.clock, self.respond) = (transaction, clock, respond)
    }

    func confirms(_ number: Int, shownBy tag: BluetoothAddress) async -> Bool {
        var response = GatewayResponse(transaction: transaction, state: .confirm)
        response.number = number
        response.message = "does the tag show \(Self.digits(number))?"
        return await ask(response)?.isConfirmed ?? false
    }

    func passkey(shownBy tag: BluetoothAddress) async -> Int? {
        var response = GatewayResponse(transaction: transaction, state: .passkey)
        response.message = "which number does the tag show?"
        return await ask(response)?.passkey
    }

    func show(_ number: Int, for tag: BluetoothAddress) async {
        var response = GatewayResponse(transaction: transaction, state: .show)
        response.number = number
        response.message = "type \(Self.digits(number)) on the tag"
        await respond(response)
    }

    /// Takes in an answer; false when none is waited for.
    func answered(_ request: GatewayRequest) -> Bool {
        guard let waiting else { return false }
        self.waiting = nil
        waiting.resume(returning: request)
        return true
    }

    /// Nobody will answer any more.
    func giveUp() {
        waiting?.resume(returning: nil)
        waiting = nil
    }

    private func ask(_ question: GatewayResponse) async -> GatewayRequest? {
        giveUp()
        let (clock, end) = (clock, clock.now.advanced(by: Self.patience))
        let timer = Task {
            do { try await clock.sleep(until: end, tolerance: nil) } catch { return }
            self.giveUp()
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { continuation in
            waiting = continuation
            Task { await respond(question) }
        }
    }

    private static func digits(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, 6 - text.count)) + text
    }
}
