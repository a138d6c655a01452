import Bluetooth
import Foundation

/// Who stands beside the simulated tag while somebody pairs with it.
struct TagPerson: PairingPerson {
    /// Whether they have to agree, or always do.
    let isAsked: Bool

    func confirms(_ number: Int, shownBy central: BluetoothAddress) async -> Bool {
        guard isAsked else { return true }
        try? Output.standard.write("does \(central) show \(Self.digits(number))? [y/n] ")
        let answer = await Self.line()
        return answer.map { ["y", "yes"].contains($0.lowercased()) } ?? false
    }

    func passkey(shownBy central: BluetoothAddress) async -> Int? { nil }
    func show(_ number: Int, for central: BluetoothAddress) async {}

    static func digits(_ number: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, 6 - text.count)) + text
    }

    /// A line from the terminal; the threads of the tasks are not kept waiting for it.
    private static func line() async -> String? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: readLine()) }
        }
    }
}
