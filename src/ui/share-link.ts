import { showToast } from './toasts/toasts.ts';

/**
 * Opens the system's share sheet. If the browser has none, copies `copied.text`; if copying fails, shows
 * `copied.failure`.
 */
async function share(shared: ShareData, copied: { text: string; message: string; failure: string }): Promise<void> {
  if ('share' in navigator) {
    // The promise rejects if the visitor closes the share sheet, which is not an error.
    await navigator.share(shared).catch(() => {});
    return;
  }
  try {
    await (navigator as Navigator).clipboard.writeText(copied.text);
    showToast({ message: copied.message, tone: 'success' });
  } catch {
    showToast({ message: copied.failure });
  }
}

/** Shares a page. If the browser has no share sheet, copies the page's URL; if copying fails, shows the URL. */
export function shareLink(link: { title: string; url: string }): Promise<void> {
  return share(link, { text: link.url, message: 'Link copied', failure: `Copy this address: ${link.url}` });
}

/** Shares a text that has no public page. If the browser has no share sheet, copies the text. */
export function shareText({ title, text }: { title: string; text: string }): Promise<void> {
  return share({ title, text }, { text: `${title}\n${text}`, message: 'Copied', failure: 'This could not be copied.' });
}
