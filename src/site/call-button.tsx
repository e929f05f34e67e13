import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import { useLowData } from '../lib/low-data.ts';

// Load the button when the visitor first scrolls, because the first screen does not need it.
const FloatingCallButton = lazyPart(() =>
  import('./floating-call-button.tsx').then((module) => ({ default: module.FloatingCallButton })),
);

/**
 * On phones, a button above the bottom bar that calls the admissions office. It appears once the visitor has scrolled;
 * in low-data mode it never appears.
 */
export function CallButton({ phone }: { phone: string }) {
  const [hasScrolled, setHasScrolled] = useState(false);
  const isLowData = useLowData() !== null;
  useEffect(() => {
    const show = () => setHasScrolled(true);
    // The visitor may have scrolled before this script ran.
    if (scrollY > 0) return show();
    addEventListener('scroll', show, { once: true, passive: true });
    return () => removeEventListener('scroll', show);
  }, []);
  return hasScrolled && !isLowData ? (
    <Suspense fallback={null}>
      <FloatingCallButton phone={phone} />
    </Suspense>
  ) : null;
}
