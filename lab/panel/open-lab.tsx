import { createRoot } from 'react-dom/client';
import { LabPanel } from './lab-panel.tsx';
import { PageMachines } from './page-machines.ts';

/**
 * The session storage key that marks the panel as open, so that it opens again after a reload and after the return from
 * the payment page.
 */
const storageKey = 'landfall:lab';

function remember(page: Window, isOpen: boolean): void {
  try {
    if (isOpen) page.sessionStorage.setItem(storageKey, '1');
    else page.sessionStorage.removeItem(storageKey);
  } catch {
    // Ignore the error: without storage, the panel works, but does not open again after a reload.
  }
}

/** Loads the panel's style sheet, which is built as a file of its own, like the panel's script. */
async function loadStyle(page: Document): Promise<void> {
  if (import.meta.env.DEV) return;
  const style = page.createElement('link');
  style.rel = 'stylesheet';
  style.href = '/path-lab.css';
  const isLoaded = new Promise((resolve) => {
    style.onload = resolve;
    style.onerror = resolve;
  });
  page.head.append(style);
  await isLoaded;
}

/** Opens the panel in a React root of its own, so that the panel never causes the page to render again. */
export async function openLab(page: Window): Promise<void> {
  remember(page, true);
  await loadStyle(page.document);
  const host = page.document.createElement('div');
  page.document.body.append(host);
  const root = createRoot(host);
  const machines = new PageMachines(page);
  const close = () => {
    remember(page, false);
    machines.stop();
    root.unmount();
    host.remove();
  };
  root.render(<LabPanel registry={machines} onClose={close} />);
}

if (import.meta.env.MODE !== 'test') void openLab(window);
