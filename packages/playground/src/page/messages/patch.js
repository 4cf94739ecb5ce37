const boxes = ["body", "container", "section", "section-texts", "row"];

/** @param {Element} element */
const isBox = (element) => boxes.some((name) => element.classList.contains(name));

/**
 * Whether both elements show the same file. An edit must not stop the file's playback.
 *
 * @param {Element} old
 * @param {Element} fresh
 */
const isSameFile = (old, fresh) => {
	const id = old.getAttribute("data-attachment");
	return id !== null && id === fresh.getAttribute("data-attachment");
};

/** @param {Element} old @param {Element} fresh */
const isSameBox = (old, fresh) =>
	isBox(old) && old.cloneNode(false).isEqualNode(fresh.cloneNode(false)) && old.children.length > 0;

/**
 * Replaces only those parts of an element's content that differ. Unchanged parts keep the focus and an open list, and
 * screen readers announce only what is new. An element that hides content until it is pressed has the content in
 * `data-behind`, so that a change of hidden content is a difference, too.
 *
 * @param {Element} old
 * @param {Element} fresh
 */
export const patch = (old, fresh) => {
	const before = [...old.children];
	const after = [...fresh.children];
	for (const [index, child] of after.entries()) {
		const same = before[index];
		if (!same) old.append(child);
		else if (same.isEqualNode(child) || isSameFile(same, child)) continue;
		else if (isSameBox(same, child)) patch(same, child);
		else same.replaceWith(child);
	}
	for (const gone of before.slice(after.length)) gone.remove();
};
