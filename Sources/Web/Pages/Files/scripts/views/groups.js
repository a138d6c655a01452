// The groups that one is in or invited to, and a new one.
import { api } from "../api.js";
import { h, icon, show as fill } from "../dom.js";
import { inbox } from "../inbox.js";
import { button, busy, empty, field, toast, trouble } from "../parts.js";
import { groupLine, peopleHead, sectionChoice } from "../people/parts.js";
import { strings } from "../strings.js";

const words = strings.groups;

export function show({ go }) {
    const head = peopleHead(words.title, "groups");
    const list = h("div", { class: "stack" });
    const element = h("div", { class: "narrow stack" }, head.element, list, adding(go));
    let isShown = true;

    async function draw() {
        try {
            const groups = await api.groups();
            if (!isShown) return;
            fill(list, groups.length
                ? h("ul", { class: "places devices faces" }, groups.map((each) => groupLine(each, [words.roles[each.role], words.members(each.members)].filter(Boolean).join(" · "))))
                : empty({ symbol: "person", title: words.none, text: words.noneText }));
        } catch (problem) {
            if (isShown) fill(list, trouble(problem));
        }
    }

    const stop = inbox.watch((told) => { if (told && ["invitation", "removal"].includes(told.kind)) draw(); });
    draw();
    return {
        title: words.title, element,
        dispose() {
            isShown = false;
            head.stop();
            stop();
        },
    };
}

function adding(go) {
    const name = field(words.name, h("input", { class: "input", maxlength: "60", autocomplete: "off", dir: "auto" }), { id: "group-name" });
    const description = field(words.description, h("textarea", { class: "input", rows: "3", maxlength: "1000", dir: "auto" }), { id: "group-description" });
    const isOpen = h("input", { type: "checkbox", id: "group-open" });
    const level = sectionChoice(words.level, [], "group-level");
    const make = button(words.make, { kind: "primary", type: "submit" });

    async function submit() {
        if (!name.complain(name.input.value.trim() ? "" : words.nameMissing)) return name.input.focus();
        const { group } = await api.makeGroup({ name: name.input.value.trim(), description: description.input.value.trim(), open: isOpen.checked, level: level.read() });
        toast(words.made(group.name));
        return go(`/groups/${encodeURIComponent(group.id)}`);
    }

    return h("details", { class: "panel", "data-form": "group" }, h("summary", {}, icon("next"), words.add),
        h("form", { class: "stack guide", novalidate: true, onsubmit: (event) => {
            event.preventDefault();
            busy(make, submit, { complain: (problem) => name.complain(problem.fields?.["/name"] ?? problem.message) });
        } }, name.element, description.element, h("div", { class: "check" }, isOpen, h("label", { for: "group-open" }, words.open)), level.element, h("div", { class: "buttons" }, make)));
}
