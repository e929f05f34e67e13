import { type RefCallback, startTransition, useEffect, useState } from 'react';

const first = 2;
/** So many cards lie within a screen or two: each that is added there is laid out at once, before a tap is answered. */
const near = 12;
const step = 4;
/** So many cards are drawn in any case; more would make a tap wait for a list that nobody has scrolled to. */
const unseen = 120;
/** Cards beyond them are drawn when the reader is this close. */
const nearness = '2000px 0px';

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 30);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 200 });
  return () => cancelIdleCallback(handle);
}

/** Whether the element that is given to the callback is nearly in sight; always, in a browser that cannot tell. */
function useNearness(): [isNear: boolean, place: RefCallback<Element>] {
  const [isNear, setNear] = useState(typeof IntersectionObserver !== 'function');
  const [place] = useState<RefCallback<Element>>(() => (element: Element | null) => {
    if (!element || typeof IntersectionObserver !== 'function') return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: nearness,
    });
    observer.observe(element);
    return () => observer.disconnect();
  });
  return [isNear, place];
}

/**
 * How many of `total` cards to draw: those a phone shows at once, the rest in idle moments, so that a tap is answered in between; those of
 * a long list when the reader comes near `end`, what follows the last card. Another `list` begins anew; null while the next one
 * is not there yet.
 */
export function useGrowing(total: number, list: string | null): { count: number; end: RefCallback<Element> } {
  const [grown, setGrown] = useState({ list, count: first });
  if (list !== null && list !== grown.list) setGrown({ list, count: first });
  const { list: grownList, count } = grown;
  const [isNear, end] = useNearness();
  const isWanted = count < total && (count < unseen || isNear);
  useEffect(() => {
    if (!isWanted) return;
    const added = count < near ? step / 2 : count < unseen ? step : 3 * step;
    return whenIdle(() => startTransition(() => setGrown({ list: grownList, count: count + added })));
  }, [count, isWanted, grownList]);
  return { count: Math.min(count, total), end };
}
