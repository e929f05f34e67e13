/**
 * Whether the path lab records this page (docs/path-lab.md). If so, screens start their state machines at once instead
 * of at the first use, so that the path lab sees each machine from its start.
 */
export function isRecorded(page: Window): boolean {
  try {
    return /[?&]record\b/.test(page.location.search) || Boolean(page.sessionStorage['landfall:lab']);
  } catch {
    return false;
  }
}
