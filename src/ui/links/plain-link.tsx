import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { toPage } from './page-link.tsx';

/**
 * Link to a page of the site, for long lists. Every `PageLink` checks on each navigation whether it is the current
 * page, which makes taps slow in a list of some hundred links.
 */
export function PlainLink({ href, children }: { href: string; children: ReactNode }) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void router.navigate(toPage(href));
  };
  const preload = () => {
    if (router.options.defaultPreload) router.preloadRoute(toPage(href)).catch(() => {});
  };
  return (
    <a href={href} onClick={follow} onTouchStart={preload} onMouseDown={preload}>
      {children}
    </a>
  );
}
