const loading = new Map<string, Promise<void>>();

/** Loads a script once; a failed one may be tried again. @throws Error */
export function loadScript(url: string): Promise<void> {
  const before = loading.get(url);
  if (before) return before;
  const loaded = new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = url;
    element.async = true;
    element.onload = () => resolve();
    element.onerror = () => {
      loading.delete(url);
      element.remove();
      reject(new Error(`${url} did not load`));
    };
    document.head.append(element);
  });
  loading.set(url, loaded);
  return loaded;
}
