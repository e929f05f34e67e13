import { startTransition, useEffect, useState } from 'react';

const first = 6;
const step = 4;

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 30);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 200 });
  return () => cancelIdleCallback(handle);
}

/**
 * How many of `total` cards to draw: a screenful at once, the rest in idle moments, so that a tap is answered in between.
 * Another `list` begins anew; null while the next one is not there yet.
 */
export function useGrowing(total: number, list: string | null): number {
  const [grown, setGrown] = useState({ list, count: first });
  if (list !== null && list !== grown.list) setGrown({ list, count: first });
  const { list: grownList, count } = grown;
  useEffect(() => {
    if (count >= total) return;
    return whenIdle(() => startTransition(() => setGrown({ list: grownList, count: count + step })));
  }, [count, total, grownList]);
  return Math.min(count, total);
}
