import Firmware
import Tracking

extension DeviceProfile {
    /// The firmware's constants; without noise the receiver always runs, unless the profile says otherwise, so that
    /// each step is literal.
    func firmwareParameters(isNoisy: Bool) -> FirmwareParameters {
        FirmwareParameters(
            model: model,
            version: firmware,
            bluetoothReportEvery: Int(bluetooth.reportEvery.milliseconds / 1000),
            cellularReportEvery: Int(modem.reportEvery.milliseconds / 1000),
            ringCapacity: keptFixes,
            gnssTimeout: Int(gnss.giveUp.milliseconds / 1000),
            signal: SignalModel(powerAtOneMetre: bluetooth.referenceRSSI, exponent: bluetooth.pathLossExponent),
            saving: saves ?? isNoisy ? PowerSaving() : nil
        )
    }

    /// How its Bluetooth signal is received.
    public var radioModel: RadioModel {
        RadioModel(
            range: bluetooth.range,
            powerAtOneMetre: bluetooth.referenceRSSI,
            exponent: bluetooth.pathLossExponent,
            loss: bluetooth.loss
        )
    }

    /// What its parts draw: currents at the battery's voltage.
    ///
    /// A modem that sleeps between exchanges listens for the active time after each; one that does not is within reach
    /// all the time at the cost of sleep, as if the network paged it for nothing.
    func energyTable(saves: Bool) -> EnergyTable {
        let share = bluetooth.advertisingEvent / Double(max(1, bluetooth.advertiseEvery.milliseconds))
        // After an exchange the connection stays for the tail, in which the modem draws less than while sending.
        let listening = modem.tail.inSeconds + (saves ? modem.active.inSeconds : 0)
        let connected = modem.exchange.inSeconds + listening
        let charge = modem.exchange.inSeconds * modem.transmitCurrent + listening * modem.connectedCurrent
        // The updates of power saving mode are spread over the time between them.
        let updates = modem.updateEnergy / max(1, modem.updateEvery.inSeconds)
        return EnergyTable(
            capacity: battery.energy,
            idle: processor.idleCurrent * battery.volts,
            bluetooth: bluetooth.transmitCurrent * share * battery.volts,
            gnss: gnss.trackCurrent * battery.volts,
            gnssSearch: gnss.searchCurrent * battery.volts,
            modemAsleep: modem.sleepCurrent * battery.volts + updates,
            modemConnected: charge / max(0.001, connected) * battery.volts,
            exchangeSeconds: connected,
            attach: modem.attach.inSeconds * modem.transmitCurrent * battery.volts
        )
    }
}
