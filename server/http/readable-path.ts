/**
 * The address as it is routed. Percent signs that encode nothing (`/media/%ff`) are taken for themselves, so that such an
 * address is not found like any other, in our words, instead of failing in the framework's.
 */
export function readablePath(url: string): string {
  const [path = '', ...query] = url.split('?');
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
