import BlueZ

/// Removes the bonds of a tag that was let go.
///
/// The central is to hear first that it is done: so it is when the link has ended, or some seconds later. A tag that is
/// ended sooner forgets before that, as bluetoothd keeps a bond that stays, and later refuses another without numbers.
actor BondRelease {
    private let peripheral: BlueZPeripheral
    private var isDue = false

    init(peripheral: BlueZPeripheral) { self.peripheral = peripheral }

    /// Removes them in some seconds at the latest.
    func forgetSoon() async {
        isDue = true
        try? await Task.sleep(for: .seconds(3))
        await removeBonds()
    }

    /// Removes them now if the tag was let go.
    func removeBonds() async {
        guard isDue else { return }
        isDue = false
        await peripheral.removeBonds()
    }
}
