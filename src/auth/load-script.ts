const loading = new Map<string, Promise<void>>();

/** Loads a script once; a failed one, and one that took longer than `patience` milliseconds, may be tried again. @throws Error */
export function loadScript(url: string, patience: number): Promise<void> {
  const before = loading.get(url);
  if (before) return before;
  const loaded = new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    const giveUp = () => {
      loading.delete(url);
      element.remove();
      reject(new Error(`${url} did not load`));
    };
    const timer = setTimeout(giveUp, patience);
    element.src = url;
    element.async = true;
    element.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    element.onerror = () => {
      clearTimeout(timer);
      giveUp();
    };
    document.head.append(element);
  });
  loading.set(url, loaded);
  return loaded;
}
