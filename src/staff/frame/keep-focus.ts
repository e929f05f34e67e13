/**
 * How long to wait for the page itself to move the focus, in ms: to a new heading, or back to the button that opened a
 * dialog.
 */
const patienceMs = 100;
/**
 * How many of the elements that had the focus are remembered: enough to go back from a long dialog to the button that
 * opened it.
 */
const mostRemembered = 100;

/** Focuses an element that is about to appear on the page, once React has rendered it. */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => find()?.focus());
}

const isField = (element: HTMLElement) => element.matches('input, select, textarea, [contenteditable]');
const isGone = (element: HTMLElement): boolean => !element.isConnected || element.matches(':disabled');
/** Whether an element is disabled only while a request is in progress, such as a field of a form that is being sent. */
const isBusy = (element: HTMLElement) =>
  element.isConnected && (element.matches('[data-loading]') || (isField(element) && element.matches(':disabled')));

/**
 * Keeps the focus on `focused` while a menu or dialog opens. Mantine focuses the first control twice, by two timers. If
 * a key has moved the focus in between, the second timer would move it back, and Enter would choose the wrong entry. So
 * mark `focused` with `data-autofocus`: Mantine then focuses it instead of the first control.
 */
function keepInPlace(focused: HTMLElement): void {
  const layer = focused.closest('[role=menu], [role=dialog]');
  for (const marked of layer?.querySelectorAll('[data-autofocus]') ?? []) marked.removeAttribute('data-autofocus');
  if (layer && layer !== focused) focused.setAttribute('data-autofocus', 'true');
}

/**
 * Moves the focus when the element that has it disappears or is disabled, such as a button in a dialog that closes.
 * Otherwise a keyboard user would start again at the top of the page.
 * - The focus goes to the last button or link that had it before, within the open dialog if there is one. If none is
 *   left, it goes to the dialog or to the heading of the page.
 * - It does not go to another field, because the next key could change the value of that field.
 * - A button or field that is disabled only while a request is in progress gets the focus back afterwards.
 * - In a menu or dialog that has just opened, the focus stays where a key has moved it.
 * @returns a function that stops watching the focus
 */
export function keepFocus(page: Document): () => void {
  let trail: HTMLElement[] = [];
  /** The dialogs that have had the focus, the latest one last. */
  let dialogs: HTMLElement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The element that was disabled while it had the focus; null if none. It gets the focus back once it is enabled. */
  let disabled: HTMLElement | null = null;
  const hasFocusAfterFocusing = (element: HTMLElement) => {
    element.focus({ preventScroll: true });
    return page.activeElement === element;
  };
  const moveFocus = () => {
    // Take the dialog that had the focus last, not the last one in the DOM: the authentication dialog comes first in
    // the DOM, although it covers the others.
    const dialog = dialogs.findLast(({ isConnected }) => isConnected);
    const remaining = trail.filter((element) => !isGone(element) && (element === disabled || !isField(element)));
    const allowed = dialog ? remaining.filter((element) => dialog.contains(element)) : remaining;
    disabled = null;
    if (allowed.toReversed().some(hasFocusAfterFocusing)) return;
    (dialog ?? page.querySelector<HTMLElement>('h1'))?.focus({ preventScroll: true });
  };
  const check = () => {
    const last = trail.at(-1);
    if (!last || isBusy(last)) return;
    const { activeElement } = page;
    // A disabled element has lost the focus too: it gets no keys any more, although some browsers still report it as
    // the active element.
    const isLost = activeElement === page.body || (activeElement === last && isGone(last));
    if (!isLost) {
      if (!isGone(last)) disabled = null;
      return;
    }
    // If the element that had the focus is still there and was not disabled, the user has clicked on an empty part of
    // the page. Do nothing then.
    if (isGone(last) || disabled === last) moveFocus();
  };
  const observer = new MutationObserver((changes) => {
    const last = trail.at(-1) ?? null;
    if (changes.some(({ type, target }) => type === 'attributes' && target === last)) disabled = last;
    clearTimeout(timer);
    timer = setTimeout(check, patienceMs);
  });
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    keepInPlace(target);
    const others = trail.filter((element) => element.isConnected && element !== target);
    trail = [...others, target].slice(-mostRemembered);
    const dialog = target.closest<HTMLElement>('[role=dialog]');
    if (dialog) dialogs = [...dialogs.filter((element) => element.isConnected && element !== dialog), dialog];
    disabled = null;
  };
  page.addEventListener('focusin', remember);
  const attributeFilter = ['disabled', 'data-loading'];
  observer.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter });
  return () => {
    page.removeEventListener('focusin', remember);
    observer.disconnect();
    clearTimeout(timer);
  };
}
