/** How long the page itself may take to move the focus, in ms: to a new heading, or back to the button of a dialog. */
const patienceMs = 100;
/** The number of elements to remember: enough to go back from a long dialog to the button that opened it. */
const mostRemembered = 100;

/** Focuses an element that the current change adds to the page, once React has rendered it. */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => find()?.focus());
}

const isGone = (element: HTMLElement): boolean => !element.isConnected || element.matches(':disabled');
const isBusy = (element: HTMLElement) => element.isConnected && element.matches('[data-loading]');

/**
 * Keeps the focus on the page when the element that has it disappears or is disabled: a dialog that closes, a removed
 * row of a list, a button that cannot be used any more. The focus then returns to the element that had it before, or to
 * the heading of the page. A button that is disabled while its request is in progress gets the focus back afterwards.
 * @returns a function that stops this
 */
export function keepFocus(page: Document): () => void {
  let trail: HTMLElement[] = [];
  let isWaiting = false;
  /** The focused element, if it has been disabled meanwhile. It may be enabled again. */
  let disabled: HTMLElement | null = null;
  const hasFocusAfterFocusing = (element: HTMLElement) => {
    element.focus({ preventScroll: true });
    return page.activeElement === element;
  };
  const check = () => {
    isWaiting = false;
    const last = trail.at(-1);
    const { activeElement } = page;
    // A browser may go on calling a disabled element active, although it gets no keys any more.
    const isLost = activeElement === page.body || (activeElement === last && isGone(last));
    if (!last || !isLost) return;
    if (isBusy(last)) return;
    // If the element is still there and was not disabled, the staff member has clicked beside it.
    if (!isGone(last) && disabled !== last) return;
    disabled = null;
    const remaining = trail.filter((element) => !isGone(element)).toReversed();
    if (!remaining.some(hasFocusAfterFocusing)) page.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver((changes) => {
    const last = trail.at(-1) ?? null;
    if (changes.some(({ type, target }) => type === 'attributes' && target === last)) disabled = last;
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(check, patienceMs);
  });
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const others = trail.filter((element) => element.isConnected && element !== target);
    trail = [...others, target].slice(-mostRemembered);
    disabled = null;
  };
  page.addEventListener('focusin', remember);
  const attributeFilter = ['disabled', 'data-loading'];
  observer.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter });
  return () => {
    page.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}
