import SystemBus

/// Names of bluetoothd's on the bus.
enum BlueZName {
    static let service = "org.bluez"
    static let root: ObjectPath = "/org/bluez"
    static let adapter = "org.bluez.Adapter1"
    static let device = "org.bluez.Device1"
    static let gattService = "org.bluez.GattService1"
    static let characteristic = "org.bluez.GattCharacteristic1"
    static let gattManager = "org.bluez.GattManager1"
    static let advertisingManager = "org.bluez.LEAdvertisingManager1"
    static let advertisement = "org.bluez.LEAdvertisement1"
    static let agentManager = "org.bluez.AgentManager1"
    static let agent = "org.bluez.Agent1"
    static let monitorManager = "org.bluez.AdvertisementMonitorManager1"
    static let monitor = "org.bluez.AdvertisementMonitor1"
    /// Why a link has ended: nothing was heard for the supervision timeout.
    static let timeout = "org.bluez.Reason.Timeout"
    static let properties = "org.freedesktop.DBus.Properties"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"
}
