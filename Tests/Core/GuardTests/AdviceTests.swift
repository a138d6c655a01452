import Guard
import Testing

@Suite struct AdviceTests {
    @Test(arguments: TagNetwork.allCases)
    func `each network has its advice, in whole sentences`(network: TagNetwork) {
        #expect(network.advice.hasSuffix("."))
        #expect((60...400).contains(network.advice.count))
        #expect(network.advice.contains("ring"))
    }

    @Test(
        arguments: [
            ("find-my", TagNetwork.findMy), ("fmdn", .findHub), ("smarttag", .smartTag), ("dult", .dult),
            ("tile", .tile),
            ("airtag-unpaired", nil), ("itag", nil),
        ]
    )
    func `a profile tells the network`(profile: String, network: TagNetwork?) {
        #expect(TagNetwork(profile: profile) == network)
    }
}
