const attribute = 'data-mantine-color-scheme';

/**
 * Prints in light colours, also if the console is dark on the screen. A style sheet for print could not do that alone,
 * because Mantine's components have rules of their own for dark mode, which depend on this attribute of the page.
 * @returns a function that ends this
 */
export function printInLightColours(page: Document): () => void {
  const root = page.documentElement;
  const listeners = new AbortController();
  const { signal } = listeners;
  let onScreen: string | null = null;
  page.defaultView?.addEventListener(
    'beforeprint',
    () => {
      onScreen ??= root.getAttribute(attribute);
      root.setAttribute(attribute, 'light');
    },
    { signal },
  );
  page.defaultView?.addEventListener(
    'afterprint',
    () => {
      if (onScreen !== null) root.setAttribute(attribute, onScreen);
      onScreen = null;
    },
    { signal },
  );
  return () => listeners.abort();
}
