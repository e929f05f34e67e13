import { showToast } from './toasts/toasts.ts';

/** Opens the system's share sheet. Without one, copies the URL; if that fails too, shows the URL. */
export async function shareLink(link: { title: string; url: string }): Promise<void> {
  if ('share' in navigator) {
    // The promise rejects if the visitor closes the share sheet, which is not an error.
    await navigator.share(link).catch(() => {});
    return;
  }
  try {
    await (navigator as Navigator).clipboard.writeText(link.url);
    showToast({ message: 'Link copied', tone: 'success' });
  } catch {
    showToast({ message: `Copy this address: ${link.url}` });
  }
}
