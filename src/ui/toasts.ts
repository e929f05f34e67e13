import { toastTimes } from '../lib/toast-times.ts';

/** `right` and `wrong` are starboard and port; `warning` tells of what could not be done and may be done otherwise; `plain` tells. */
export type ToastTone = 'plain' | 'right' | 'wrong' | 'warning';

export type Toast = {
  message: string;
  title?: string;
  tone?: ToastTone;
  /** Milliseconds. Unless told, `toastTimes.notice` for what has a title, which is more to read, and `standard` for the rest. */
  time?: number;
};

export type ToastRegion = {
  show(toast: Required<Pick<Toast, 'message' | 'tone' | 'time'>> & { title: string | null }): void;
};

const waiting: Toast[] = [];
const listeners = new Set<() => void>();
let region: ToastRegion | null = null;
let isWanted = false;

function send(toast: Toast): void {
  region?.show({
    message: toast.message,
    title: toast.title ?? null,
    tone: toast.tone ?? 'plain',
    time: toast.time ?? (toast.title ? toastTimes.notice : toastTimes.standard),
  });
}

/** Shows a toast; the region that draws it loads with the first one, and what came before it is not lost. */
export function showToast(toast: Toast): void {
  if (region) {
    send(toast);
    return;
  }
  waiting.push(toast);
  isWanted = true;
  for (const tell of listeners) tell();
}

/** Called by the region once it can draw. Returns what takes it away. */
export function openToastRegion(opened: ToastRegion): () => void {
  region = opened;
  for (const toast of waiting.splice(0)) send(toast);
  return () => {
    if (region === opened) region = null;
  };
}

export const toastDemand = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isWanted: () => isWanted,
};
