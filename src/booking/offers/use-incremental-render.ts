import { QueryClientContext } from '@tanstack/react-query';
import { type RefCallback, startTransition, use, useEffect, useState } from 'react';
import { isPreview } from '../../lib/preview.ts';
import { whenIdle } from '../../lib/when-idle.ts';

const initialCount = 4;
/**
 * About this many cards at the start of a list are on or near the screen. They are rendered in smaller steps than later
 * cards, because they take longer: the browser lays them out at once, and later cards only when they come near the
 * screen (`content-visibility`).
 */
const nearScreenCount = 12;
const step = 4;
/**
 * Up to this many cards are rendered without scrolling. More would delay taps although nobody has scrolled to the
 * cards.
 */
const unscrolledCount = 120;
/** Cards beyond `unscrolledCount` are rendered when the end of the list is this close to the screen. */
const endMargin = '2000px 0px';

/**
 * Returns whether an element is near the screen, and the ref for this element. In a browser without
 * IntersectionObserver, every element counts as near.
 */
function useIsNearScreen(): [isNear: boolean, ref: RefCallback<Element>] {
  const [isNear, setNear] = useState(typeof IntersectionObserver !== 'function');
  const [ref] = useState<RefCallback<Element>>(() => (element: Element | null) => {
    if (!element || typeof IntersectionObserver !== 'function') return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: endMargin,
    });
    observer.observe(element);
    return () => observer.disconnect();
  });
  return [isNear, ref];
}

/**
 * How many of `total` cards to render: a few at first, then more whenever the browser is idle, so that taps stay fast.
 * The last cards of a long list are rendered only when the student scrolls near its end. `end`: the ref of an element
 * after the last card. `list`: identifies the list; null while the next list is loading. When it changes, counting
 * starts again.
 */
export function useIncrementalRender(total: number, list: string | null): { count: number; end: RefCallback<Element> } {
  // In the preview of a draft, the server renders all cards, because no script renders the others.
  const client = import.meta.env.SSR ? use(QueryClientContext) : undefined;
  const firstCount = client && isPreview(client) ? total : initialCount;
  const [rendered, setRendered] = useState({ list, count: firstCount });
  if (list !== null && list !== rendered.list) setRendered({ list, count: initialCount });
  const { list: renderedList, count } = rendered;
  const [isNear, end] = useIsNearScreen();
  const isMoreNeeded = count < total && (count < unscrolledCount || isNear);
  useEffect(() => {
    if (!isMoreNeeded) return;
    const added = count < nearScreenCount ? step / 2 : count < unscrolledCount ? step : 3 * step;
    return whenIdle(() => startTransition(() => setRendered({ list: renderedList, count: count + added })));
  }, [count, isMoreNeeded, renderedList]);
  return { count: Math.min(count, total), end };
}
