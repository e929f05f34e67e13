import type * as TestingLibrary from '@testing-library/dom';

/** Describes an element to find: by role and accessible name, by its label if it is a field, or by its text. */
export type Target = {
  role?: string;
  name?: string | RegExp;
  level?: number;
  label?: string | RegExp;
  /** With a `role`: a text inside the element. */
  text?: string | RegExp;
  /** An element around it. */
  within?: Target;
  /** An element inside it. */
  has?: Target;
};

type SentPattern = string | { source: string; flags: string };
type SentTarget = {
  role?: string;
  name?: SentPattern;
  level?: number;
  label?: SentPattern;
  text?: SentPattern;
  within?: SentTarget;
  has?: SentTarget;
};

/** Serializes the target as JSON for `findElements`, which runs in the page. */
export function sendTarget(target: Target): string {
  return JSON.stringify(target, (_, value) =>
    value instanceof RegExp ? { source: value.source, flags: value.flags } : value,
  );
}

/**
 * Returns the visible elements that match the target. The function runs in the page, so it can use nothing from outside
 * its own body except Testing Library, which was injected into the page.
 */
export function findElements(wanted: SentTarget): HTMLElement[] {
  const library = (window as unknown as { TestingLibraryDom: typeof TestingLibrary }).TestingLibraryDom;
  const patternOf = (sent: SentPattern) => (typeof sent === 'string' ? sent : new RegExp(sent.source, sent.flags));
  const contains = (element: Element, sent: SentPattern) => {
    const text = (element.textContent ?? '').replaceAll(/\s+/g, ' ');
    return typeof sent === 'string' ? text.includes(sent) : new RegExp(sent.source, sent.flags).test(text);
  };
  const findBy = (root: HTMLElement, { role, name, level, label, text }: SentTarget): HTMLElement[] => {
    if (role)
      return library.queryAllByRole(root, role, {
        ...(name === undefined ? {} : { name: patternOf(name) }),
        ...(level === undefined ? {} : { level }),
      });
    if (label !== undefined) return library.queryAllByLabelText(root, patternOf(label));
    return text === undefined ? [] : library.queryAllByText(root, patternOf(text));
  };
  const find = (target: SentTarget, around: HTMLElement): HTMLElement[] => {
    const { within, has, role, text } = target;
    const roots = within ? find(within, around) : [around];
    return roots
      .flatMap((root) => findBy(root, target))
      .filter((element) => role === undefined || text === undefined || contains(element, text))
      .filter((element) => !has || find(has, element).length > 0)
      .filter((element) => element.checkVisibility({ visibilityProperty: true }));
  };
  return find(wanted, document.body);
}

/**
 * Returns the element if it can be tapped now: it is enabled, does not move and is not covered by another element.
 * Otherwise returns null. The function runs in the page. After the tap, `window.landfallTap` says whether the tap hit
 * the element, which may have moved or been replaced in the meantime.
 */
export async function findTappable(found: HTMLElement | undefined): Promise<HTMLElement | null> {
  if (!found || found.matches(':disabled, [aria-disabled=true]')) return null;
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  await nextFrame();
  const before = found.getBoundingClientRect();
  await nextFrame();
  const { left, top, width, height } = found.getBoundingClientRect();
  if (left !== before.left || top !== before.top || width === 0) return null;
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const isHit = found.contains(hit) || (hit?.closest('label')?.contains(found) ?? false);
  if (!isHit) return null;
  const page = window as unknown as { landfallTap?: 'missed' | 'hit' };
  page.landfallTap = 'missed';
  // Before the browser taps, React may replace the element by an equivalent one. A tap on the new element counts as a
  // hit too.
  const label = found.textContent;
  const note = ({ target }: Event) => {
    const tapped = target instanceof Element ? target.closest(found.tagName) : null;
    if (tapped !== found && tapped?.textContent !== label) return;
    page.landfallTap = 'hit';
    document.removeEventListener('click', note, true);
  };
  document.addEventListener('click', note, true);
  return found;
}
