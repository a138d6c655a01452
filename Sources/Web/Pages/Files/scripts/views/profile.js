// What one tells of oneself, and whom.
import { api } from "../api.js";
import { h, show as fill } from "../dom.js";
import { button, busy, field, notice, toast, trouble } from "../parts.js";
import { peopleHead, sections } from "../people/parts.js";
import { photoPicker } from "../photopicker.js";
import { strings } from "../strings.js";

const words = strings.profile;
const publicFields = ["name", "town", "school", "employer"];
const most = 30;

export function show({ go }) {
    const head = peopleHead(words.title, "profile");
    const box = h("div", { class: "stack" });
    const isNew = new URLSearchParams(location.search).has("welcome");
    const element = h("div", { class: "narrow stack" }, head.element,
        isNew ? notice(words.welcome, { action: h("a", { href: "/people" }, words.skip) }) : null, box);
    let form = null;
    let isShown = true;

    async function draw() {
        try {
            const profile = await api.profile();
            if (!isShown) return;
            form = editor(profile, isNew ? () => go("/people") : draw);
            fill(box, photo(profile), form.element);
        } catch (problem) {
            if (isShown) fill(box, trouble(problem));
        }
    }

    draw();
    return {
        title: words.title, element,
        hasChanges: () => form?.hasChanges() ?? false,
        dispose() {
            isShown = false;
            head.stop();
        },
    };
}

function photo(profile) {
    const picker = photoPicker({ item: profile.name, owner: profile.account, tracker: "", photo: profile.picture ? { url: profile.picture } : null }, { onchoose: async (blob) => {
        await (blob ? api.putPicture(blob) : api.deletePicture());
        if (!blob) picker.clear();
        // The picture is part of what the tag stands for.
        profile.tag = (await api.profile()).tag;
        toast(words.pictureSaved);
    } });
    return h("section", { class: "panel stack" }, picker.element);
}

function editor(profile, draw) {
    const fields = Object.fromEntries(publicFields.map((name) => [name, field(words.fields[name],
        h("input", { class: "input", maxlength: "60", dir: "auto", autocomplete: "off", value: profile[name] }), { id: `profile-${name}`, hint: name === "name" ? words.nameHint : undefined })]));
    const shown = [...publicFields, "picture", "mail"].map((name) => h("input", { type: "checkbox", id: `shown-${name}`, value: name, checked: profile.shown.includes(name) }));
    const entries = entryEditor(profile.entries);
    const error = h("p", { class: "error", role: "alert" });
    const save = button(strings.save, { kind: "primary", type: "submit" });
    const read = () => ({
        ...Object.fromEntries(publicFields.map((name) => [name, fields[name].input.value.trim()])),
        shown: shown.filter((each) => each.checked).map((each) => each.value), entries: entries.read(),
    });
    let before = JSON.stringify(read());

    async function submit() {
        fill(error);
        if (!fields.name.complain(fields.name.input.value.trim() ? "" : words.nameMissing)) return fields.name.input.focus();
        await api.setProfile(read(), profile.tag);
        before = JSON.stringify(read());
        toast(words.saved);
        return draw();
    }

    function refused(problem) {
        const named = publicFields.filter((name) => problem.fields?.[`/${name}`]);
        for (const name of named) fields[name].complain(problem.fields[`/${name}`]);
        if (problem.status === 412) return fill(error, words.changedMeanwhile);
        if (!named.length) fill(error, Object.values(problem.fields ?? {})[0] ?? problem.message);
    }

    const element = h("form", { class: "stack", novalidate: true, "data-form": "profile", onsubmit: (event) => {
        event.preventDefault();
        busy(save, submit, { complain: refused });
    } },
    h("section", { class: "panel stack", "aria-labelledby": "public" }, h("h2", { id: "public" }, words.public), h("p", { class: "muted" }, words.publicText), Object.values(fields).map((each) => each.element),
        h("fieldset", { class: "stack sections" }, h("legend", { class: "label" }, words.shown), h("p", { class: "muted small" }, words.shownText),
            shown.map((each) => h("div", { class: "check" }, each, h("label", { for: each.id }, words.shownFields[each.value]))))),
    h("section", { class: "panel stack", "aria-labelledby": "entries" }, h("h2", { id: "entries" }, words.entries), h("p", { class: "muted" }, words.entriesText), entries.element),
    error, h("div", { class: "buttons" }, save));
    return { element, hasChanges: () => JSON.stringify(read()) !== before };
}

/// Phone numbers, addresses and mail addresses, each in a section.
function entryEditor(given) {
    let rows = given.map(rowOf);
    const list = h("div", { class: "stack grants" });
    const add = button(words.addEntry, { symbol: "plus", onclick: () => {
        rows.push(rowOf({ section: "personal", kind: "phone", label: "", value: "" }));
        draw();
        rows.at(-1).value.focus();
    } });

    function rowOf({ section, kind, label, value }) {
        const row = {
            section: select(words.section, sections, strings.people.sections, section),
            kind: select(words.kind, ["phone", "mail", "address"], strings.people.kinds, kind),
            value: h("input", { class: "input", "aria-label": words.value, maxlength: "200", dir: "auto", value, placeholder: words.value }),
            label: h("input", { class: "input", "aria-label": words.label, maxlength: "64", dir: "auto", value: label ?? "", placeholder: words.label }),
        };
        const remove = button("", { kind: "square quiet", symbol: "bin", title: words.removeEntry, onclick: () => {
            rows = rows.filter((each) => each !== row);
            draw();
            add.focus();
        } });
        row.element = h("div", { class: "entry" }, row.section, row.kind, row.value, row.label, remove);
        return row;
    }

    function draw() {
        fill(list, rows.map((each) => each.element));
        add.hidden = rows.length >= most;
    }

    draw();
    return {
        element: h("div", { class: "stack" }, list, h("div", { class: "buttons" }, add)),
        // A row that nobody has filled in is none.
        read: () => rows.filter((row) => row.value.value.trim()).map((row) => ({
            section: row.section.value, kind: row.kind.value, value: row.value.value.trim(), ...(row.label.value.trim() ? { label: row.label.value.trim() } : {}),
        })),
    };
}

function select(label, keys, texts, value) {
    return h("select", { class: "input", "aria-label": label }, keys.map((key) => h("option", { value: key, selected: key === value }, texts[key])));
}
