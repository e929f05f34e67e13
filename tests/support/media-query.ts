/** A `MediaQueryList` that never changes. */
export function mediaQuery(media: string, matches: boolean): MediaQueryList {
  return {
    matches,
    media,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  };
}

/** The `matchMedia` of a wide window. `narrow` makes the window narrow: no minimum width matches any more. */
export function wideWindow() {
  const changes = new EventTarget();
  let isWide = true;
  return {
    matchMedia: (media: string): MediaQueryList => ({
      ...mediaQuery(media, isWide && media.includes('min-width')),
      addEventListener: changes.addEventListener.bind(changes),
      removeEventListener: changes.removeEventListener.bind(changes),
    }),
    narrow() {
      isWide = false;
      changes.dispatchEvent(Object.assign(new Event('change'), { matches: false }));
    },
  };
}
