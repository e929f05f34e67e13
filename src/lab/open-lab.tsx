import { createRoot } from 'react-dom/client';
import { LabPanel } from './lab-panel.tsx';
import { PageMachines } from './page-machines.ts';

/** So that the panel is there again after a reload, or after the payment page. */
const place = 'landfall:lab';

function remember(page: Window, isOpen: boolean): void {
  try {
    if (isOpen) page.sessionStorage.setItem(place, '1');
    else page.sessionStorage.removeItem(place);
  } catch {
    // A browser that keeps nothing forgets the panel with the page.
  }
}

/** Its style is a file beside it, as the script is. */
async function loadStyle(page: Document): Promise<void> {
  if (import.meta.env.DEV) return;
  const style = page.createElement('link');
  style.rel = 'stylesheet';
  style.href = '/path-lab.css';
  const isThere = new Promise((resolve) => {
    style.onload = resolve;
    style.onerror = resolve;
  });
  page.head.append(style);
  await isThere;
}

/** Opens the panel beside the page, in a root of its own: what it does draws nothing of the page anew. */
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
