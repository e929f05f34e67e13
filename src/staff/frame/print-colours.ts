const attribute = 'data-mantine-color-scheme';

/**
 * Prints in light colours even if the console is dark on the screen: changes the attribute `data-mantine-color-scheme`
 * while the page is printed. A print style sheet cannot do that, because the dark styles of Mantine's components depend
 * on this attribute.
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
