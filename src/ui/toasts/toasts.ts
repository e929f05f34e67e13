import { Listeners } from '../../lib/listeners.ts';
import { toastTimes } from '../../lib/toast-times.ts';

/** Tone of a toast. `warning`: something failed, but there is another way to do it. `plain`: neutral information. */
export type ToastTone = 'plain' | 'success' | 'error' | 'warning';

export type Toast = {
  message: string;
  title?: string;
  tone?: ToastTone;
  /**
   * How long the toast is shown, in ms. Default: `toastTimes.standard`, or the longer `toastTimes.notice` if the toast
   * has a title to read, too.
   */
  time?: number;
  /** Whether screen readers leave the toast out, because they announce the same text on the page. Default: false. */
  isSilent?: boolean;
};

export type ToastRegion = {
  show(toast: Required<Pick<Toast, 'message' | 'tone' | 'time' | 'isSilent'>> & { title: string | null }): void;
};

const queued: Toast[] = [];
const listeners = new Listeners();
let region: ToastRegion | null = null;
let isWanted = false;

function send(toast: Toast): void {
  region?.show({
    message: toast.message,
    title: toast.title ?? null,
    tone: toast.tone ?? 'plain',
    time: toast.time ?? (toast.title ? toastTimes.notice : toastTimes.standard),
    isSilent: toast.isSilent ?? false,
  });
}

/** Shows a toast. The first toast makes the page load the toast region; toasts are queued until the region is ready. */
export function showToast(toast: Toast): void {
  if (region) {
    send(toast);
    return;
  }
  queued.push(toast);
  isWanted = true;
  listeners.notify();
}

/** Registers the region that shows the toasts, and shows the queued ones. Returns the function that unregisters it. */
export function openToastRegion(opened: ToastRegion): () => void {
  region = opened;
  for (const toast of queued.splice(0)) send(toast);
  return () => {
    if (region === opened) region = null;
  };
}

/** A store that says whether the toast region is needed: false until the first toast is shown. */
export const toastDemand = {
  subscribe: listeners.subscribe,
  isWanted: () => isWanted,
};
