/// What the simulator knows of a model of tracker; without changes, the Tagalong T1.
public struct DeviceProfile: Hashable, Sendable {
    public var model = "Tagalong T1"
    /// The version of the firmware.
    public var firmware = "1.0.0"
    /// How many fixes are kept until they are stored, at least 10,000.
    public var keptFixes = 20_000
    /// Whether receiver and modem rest while they are not needed; nil as the scenario has it: under noise, but not in a
    /// world without.
    public var saves: Bool?
    /// Whether it is a tracker of ours, or tells nothing to the contrary.
    public var isOurs = true
    public var bluetooth = Bluetooth()
    public var gnss = GNSS()
    public var modem = Modem()
    public var processor = Processor()
    public var battery = Battery()

    public init() {}
}

extension DeviceProfile {
    /// The radio towards gateways.
    public struct Bluetooth: Hashable, Sendable {
        public var advertiseEvery = Duration.seconds(1)
        /// How long an address is used near the owner, by tags that change it.
        public var rotateEvery = Duration.seconds(15 * 60)
        /// How long the owner has to be away before the tag says so, by tags that do.
        public var separatedAfter = Duration.seconds(30 * 60)
        /// Between reports in Bluetooth mode, unless the tracker is told otherwise.
        public var reportEvery = Duration.seconds(10)
        /// Metres beyond which nothing is heard.
        public var range = 60.0
        /// The signal strength at one metre, in dBm.
        public var referenceRSSI = -59.0
        public var pathLossExponent = 2.0
        /// The share that is lost within range, 0 to 1.
        public var loss = 0.0
        /// How long an advertising event takes, in milliseconds.
        public var advertisingEvent = 1.6
        /// The chip's current while sending, in mA.
        public var transmitCurrent = 7.1
    }

    /// The satellite receiver.
    public struct GNSS: Hashable, Sendable {
        /// When searching ends without a fix.
        public var giveUp = Duration.seconds(90)
        /// The current while searching, in mA.
        public var searchCurrent = 44.3
        /// The current while following, in mA.
        public var trackCurrent = 9.6
    }

    /// The cellular modem.
    public struct Modem: Hashable, Sendable {
        /// Between reports in cellular mode, unless the tracker is told otherwise.
        public var reportEvery = Duration.seconds(600)
        /// From switching on to being registered.
        public var attach = Duration.seconds(30)
        /// Sending a report and hearing of it.
        public var exchange = Duration.milliseconds(800)
        /// How long the connection stays after an exchange.
        public var tail = Duration.seconds(10)
        /// How long it listens after that before it sleeps: the active time of power saving mode.
        public var active = Duration.seconds(6)
        /// Between the tracking area updates of power saving mode.
        public var updateEvery = Duration.seconds(7200)
        /// What such an update takes, in millijoules.
        public var updateEnergy = 105.0
        /// The current while attaching and exchanging, in mA.
        public var transmitCurrent = 52.0
        /// The current in the tail and the active window, in mA.
        public var connectedCurrent = 10.0
        /// The current in power saving mode, in mA.
        public var sleepCurrent = 0.0027
    }

    /// The rest of the electronics.
    public struct Processor: Hashable, Sendable {
        /// The current at rest, in mA.
        public var idleCurrent = 0.002
    }

    public struct Battery: Hashable, Sendable {
        /// Milliampere hours when full.
        public var capacity = 1350.0
        public var volts = 3.7

        /// Milliwatt hours when full.
        public var energy: Double { capacity * volts }
    }
}
