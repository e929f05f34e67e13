const attribute = 'data-mantine-color-scheme';

/**
 * Prints in light colours even if the console is dark on the screen. A print style sheet cannot do that: the styles of
 * Mantine's components for dark mode depend on the attribute `data-mantine-color-scheme`, so this function changes the
 * attribute while the page is printed.
 * @returns a function that removes the event listeners
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
