import Bluetooth
import Logging
import SystemBus

/// Strengths, and long data, from the monitor channel.
extension BlueZRadio {
    /// Feeds the strength of every report; where that is not permitted it says so once, and bluetoothd's have to do.
    func runTap() async {
        guard configuration.usesMonitorTap else { return }
        do throws(BluetoothSocket.Unavailable) {
            let packets = try HCIMonitorTap.packets { [queue] in queue.countDrop() }
            for await packet in packets {
                for report in AdvertisingReport.reports(inMonitorPacket: packet) { notice(report) }
            }
        } catch {
            logger.notice(
                """
                without the HCI monitor channel signal strengths come from bluetoothd alone, which may drop data of more \
                than 27 bytes: \(error)
                """
            )
        }
    }

    /// Takes in a report.
    ///
    /// A scan response proves that the adapter hears. But it comes only to who asks, with the advertisement that it
    /// answers, and would make two reports of one: how often a tag is heard is counted by its advertisements. So would the
    /// reports among which long data are divided: the last of them counts.
    ///
    /// What bluetoothd drops of long data is added to what it tells of the tag.
    ///
    /// A tag is told of by bluetoothd first. One whose address changes, and which bluetoothd knows by its bond, stands
    /// there under another address: its strengths keep coming from bluetoothd.
    func notice(_ report: AdvertisingReport) {
        let path = BlueZName.root + "hci\(report.controller)"
        guard let adapter = address(of: path) else { return }
        hears(report.address, adapter)
        let long = longAdvertisements.data(in: report)
        guard long != nil || !report.isScanResponse && !report.goesOn else { return }
        let device = path + ("dev_" + report.address.description.map { $0 == ":" ? "_" : String($0) }.joined())
        guard objects.devices[device]?.address == report.address else { return }
        let isNews = long.map { objects.add($0, to: device) } ?? false
        guard let state = objects.devices[device] else { return }
        guard !report.isScanResponse, !report.goesOn, let rssi = report.rssi else {
            if isNews { queue.push(.heard(sighting(of: state, by: adapter, rssi: nil, isReport: false))) }
            return
        }
        let now = clock.now
        tappedAt[device] = now
        heardAt[device] = now
        queue.push(.heard(sighting(of: state, by: adapter, rssi: rssi)))
    }
}
