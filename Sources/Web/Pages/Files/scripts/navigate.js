// Ways to an item by other people's maps.
import { separation } from "./map/geo.js";
import { strings } from "./strings.js";

const walkUnder = 2000;

/// Links that open a map at the item: on foot when it is near, by public transport when it is far.
export function navigationLinks(item) {
    if (!item.position) return [];
    const { lat, lon } = item.position;
    // While the judgement waits for one of them, where both said last that they are is all that is known.
    const apart = item.waiting_for && item.owner_position ? separation(item.position, item.owner_position) : item.distance_m ?? 0;
    const by = apart < walkUnder ? "walking" : "transit";
    const place = `${lat.toFixed(7)},${lon.toFixed(7)}`;
    return [
        { app: strings.item.apple, by, address: `https://maps.apple.com/?daddr=${place}&dirflg=${by === "walking" ? "w" : "r"}` },
        { app: strings.item.google, by, address: `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}&travelmode=${by}` },
    ];
}
