/** Whether the path lab records this page (docs/path-lab.md). It then sees each machine from its start. */
export function isRecorded(page: Window): boolean {
  try {
    return /[?&]record\b/.test(page.location.search) || Boolean(page.sessionStorage['landfall:lab']);
  } catch {
    return false;
  }
}
