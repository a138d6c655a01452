import MQTT

extension BrokerDirectory {
    /// Waits a little for the broker of an earlier run, which writes its files before it goes.
    func awaitPredecessor() async throws {
        for _ in 0..<100 where runningProcess != nil { try await Task.sleep(for: .milliseconds(50)) }
        if let process = runningProcess { throw PrivateBrokerError.stillRunning(process: process, directory: path) }
    }

    /// Writes the files the broker needs, keeping the port and password of an earlier start, and returns how to
    /// connect.
    ///
    /// - Throws: ``PrivateBrokerError``, or what the rules throw.
    func prepare(port: UInt16?, access: BrokerAccess) async throws -> MQTTConfiguration {
        let known = connection
        guard let port = port ?? known?.port ?? Loopback.freePort() else {
            throw PrivateBrokerError.cannotStart("mosquitto", reason: "there is no free port")
        }
        var connection = MQTTConfiguration(host: Loopback.address, port: port)
        var lines = ["allow_anonymous false"]
        switch access {
        case .anonymous: lines = ["allow_anonymous true"]
        case .password:
            connection.username = PrivateBroker.user
            connection.password = try await password(known: known?.password)
            lines.append("password_file \(passwordFile)")
        case .rules(let rules):
            let password = known?.password ?? .generated()
            connection.username = PrivateBroker.user
            connection.password = password
            lines += try rules(password)
        }
        try configure(port: port, access: lines)
        try write(url(of: connection), to: urlFile)
        // From here on the rules let in whom the file did.
        if case .rules = access { remove(passwordFile) }
        return connection
    }

    /// The command that runs the broker, bound to the life of this process if possible.
    func command() throws(PrivateBrokerError) -> [String] {
        let broker = [try Program.require("mosquitto"), "-c", configurationFile]
        guard let setpriv = Program.find("setpriv") else { return broker }
        return [setpriv, "--pdeathsig", "TERM"] + broker
    }

    private func password(known: Secret?) async throws -> Secret {
        if let known, read(passwordFile) != nil { return known }
        let password = Secret.generated()
        try write("\(PrivateBroker.user):\(password.value)\n", to: passwordFile)
        try await hash(passwordFile)
        return password
    }

    /// Replaces the clear passwords in a file; so none is ever an argument that other users could see.
    private func hash(_ file: String) async throws {
        let program = try Program.require("mosquitto_passwd")
        let child = try await ChildProcess.start([program, "-U", file], log: logFile)
        guard await child.ended() == .exit(status: 0) else {
            remove(file)
            throw PrivateBrokerError.ended("got no password from \(program)", log: logFile)
        }
    }

    private func url(of connection: MQTTConfiguration) -> String {
        guard let user = connection.username, let password = connection.password else {
            return "mqtt://\(connection.address)\n"
        }
        return "mqtt://\(user):\(password.value)@\(connection.address)\n"
    }
}
