/* The fight of main.rs with the bundle for browsers. */

/** @param {typeof import("quintain/thalassa")} quintain */
export function randomFight({ Fight }) {
    const fight = new Fight("thalassa/ambush", 8, ["heroes"]);
    for (let asked = 1; !fight.over; asked += 1) {
        const [question] = JSON.parse(fight.questions());
        const one = question.shape.kind === "one";
        fight.answer(question.who, one ? question.options[(asked * asked) % question.options.length].text : "default");
    }
    return fight.digest();
}
