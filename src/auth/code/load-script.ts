const scripts = new Map<string, Promise<void>>();

/**
 * Adds a script to the page and waits until it has loaded. Each URL is added only once; after a failure or a timeout,
 * the next call tries again. @throws Error if the script does not load within `timeoutMs`
 */
export function loadScript(url: string, timeoutMs: number): Promise<void> {
  const existing = scripts.get(url);
  if (existing) return existing;
  const loaded = new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    const fail = () => {
      scripts.delete(url);
      element.remove();
      reject(new Error(`${url} did not load`));
    };
    const timer = setTimeout(fail, timeoutMs);
    element.src = url;
    element.async = true;
    element.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    element.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    document.head.append(element);
  });
  scripts.set(url, loaded);
  return loaded;
}
