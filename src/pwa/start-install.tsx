import { createRoot } from 'react-dom/client';
import { Install } from './install.ts';
import { InstallCard } from './install-card.tsx';

/** Shows the offer to install, in a place of its own; `onPage` calls back whenever another page has opened. */
export function startInstall(page: Window, onPage: (look: () => void) => void): void {
  const install = new Install(page);
  const place = page.document.createElement('div');
  page.document.body.append(place);
  createRoot(place).render(<InstallCard install={install} />);
  onPage(install.look);
}
