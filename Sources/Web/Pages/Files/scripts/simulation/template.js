// What a new scenario begins with: it runs as it is.
export const template = `name: A walk without the bag
about: Ana sits down for five minutes, goes on without the bag, and comes back for it.
seed: 1
duration: 15m
owners:
  - id: ana
    report-every: 5s
    points:
      - {at: 0s, lat: 46.0569, lon: 14.5058}
      - {at: 5m, lat: 46.0569, lon: 14.5058}
      - {at: 9m, lat: 46.0590, lon: 14.5080}
      - {at: 13m, lat: 46.0569, lon: 14.5058}
trackers:
  - {id: bag, owner: ana, item: Bag, with: ana, report-every: 5s}
events:
  - {at: 4m, tracker: bag, do: drop}
  - {at: 14m, tracker: bag, do: pick-up, by: ana}
expect:
  - {tracker: bag, no-alert: true, until: 5m}
  - {tracker: bag, alert: warning, after: 5m, by: 6m}
  - {tracker: bag, alert: none, by: 14m}
`;
