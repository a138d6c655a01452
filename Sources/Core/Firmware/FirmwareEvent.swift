public import Tracking

/// A radio link of a tracker.
public enum Link: Hashable, Sendable, CaseIterable {
    /// To a gateway in reach.
    case bluetooth
    /// Through the modem to the broker.
    case cellular
}

/// Something that happens to a tracker.
public enum FirmwareEvent: Hashable, Sendable {
    /// Power is applied, or the processor starts again.
    case start
    /// Power is gone: the battery is empty or taken out.
    case stop
    /// An owner binds the tracker.
    case register(owner: Name)
    /// A gateway asks over Bluetooth to bind the tracker; ``Firmware/pending`` tells whether it does.
    case registrationRequested(Registration)
    /// The gateway has kept the answer: the binding holds.
    case registrationConfirmed
    /// Somebody holds the button until everything is forgotten.
    case factoryReset
    /// GNSS has a position.
    case fix(Fix)
    /// GNSS has seen too few satellites since the last tick.
    case noFix
    /// The accelerometer feels movement begin, or has felt none for some seconds.
    case motion(Bool)
    /// A gateway that the owner carries was heard over Bluetooth, so strong in dBm; one that stands somewhere tells
    /// nothing of the owner.
    case heard(rssi: Int)
    /// A link came up or went down.
    case link(Link, up: Bool)
    /// A gateway or the broker has told the tracker something.
    case received(Downlink)
    /// Somebody near who has a bond wants it to sound, or to be silent, whoever the owner is.
    case alert(Bool)
    /// Per cent, 0 to 100.
    case battery(Int)
    /// Time has passed.
    case tick
}

/// Something a tracker does.
public enum FirmwareAction: Hashable, Sendable {
    /// Switch the GNSS receiver.
    case gnss(on: Bool)
    /// Switch the modem: on, it attaches and connects to the broker.
    case modem(on: Bool)
    /// Sound the buzzer, or stop it.
    case ring(Bool)
    case send(Uplink, over: Link)
}
