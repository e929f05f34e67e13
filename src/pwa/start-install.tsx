import { createRoot } from 'react-dom/client';
import { Install } from './install.ts';
import { InstallCard } from './install-card.tsx';

/** Renders the install card into an element of its own. `onNavigate` must call its argument after every navigation. */
export function startInstall(page: Window, onNavigate: (update: () => void) => void): void {
  const install = new Install(page);
  const root = page.document.createElement('div');
  page.document.body.append(root);
  createRoot(root).render(<InstallCard install={install} />);
  onNavigate(install.update);
}
