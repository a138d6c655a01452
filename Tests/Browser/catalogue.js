// What a catalogue lacks, or has too much, against the English texts; a line for each. Runs in a page of the console, which
// is in English: `checkCatalogue("de")`.
async function checkCatalogue(code) {
    const { strings } = await ofPage("strings.js");
    // These are loaded with the pages that they are of.
    await ofPage("reminders/strings.js");
    const { default: catalogue } = await ofPage(`languages/${code}.js`);
    const found = [];

    function compare(english, other, path) {
        const at = path.join(".");
        if (other === undefined) return found.push(`${at} is missing`);
        if (kindOf(english) !== kindOf(other)) return found.push(`${at}: a ${kindOf(english)} is expected, and it is a ${kindOf(other)}`);
        if (kindOf(english) === "group") {
            for (const key of Object.keys(english)) compare(english[key], other[key], [...path, key]);
            for (const key of Object.keys(other)) if (!(key in english)) found.push(`${[...path, key].join(".")} is not known`);
            return undefined;
        }
        const [wanted, used] = [placeholders(english), placeholders(other)];
        for (const each of wanted) if (!used.has(each)) found.push(`${at} lacks its placeholder number ${each}`);
        for (const each of used) if (!wanted.has(each)) found.push(`${at} has an unknown placeholder number ${each}`);
        return undefined;
    }

    function kindOf(text) {
        if (Array.isArray(text)) return "list";
        return { string: "text", function: "text with placeholders", object: "group" }[typeof text] ?? typeof text;
    }

    /// Which of what a text is told is in what it says: `1`, or `1.stored` of something with parts.
    function placeholders(text) {
        if (typeof text !== "function") return new Set();
        const told = Array.from({ length: 6 }, (_, index) => probe(String(index + 1)));
        return new Set([...flat(text(...told)).matchAll(/«([\w.]+)»/g)].map(([, name]) => name));
    }

    function flat(said) { return Array.isArray(said) ? said.map(flat).join(" ") : String(said); }

    /// Something that can be a text, a number, a list or a group with parts, and is told apart wherever it stands.
    function probe(name) {
        const mark = () => `«${name}»`;
        const list = () => probe(name);
        const members = { toString: mark, toFixed: mark, toLocaleString: mark, join: mark, slice: list, map: list, filter: list, length: 9 };
        return new Proxy(() => {}, { get(_, member) {
            if (member === Symbol.toPrimitive) return (hint) => (hint === "number" ? 9 : mark());
            return members[member] ?? probe(`${name}.${String(member)}`);
        } });
    }

    compare(strings, catalogue, []);
    return found;
}
