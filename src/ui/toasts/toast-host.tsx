import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { toastDemand } from './toasts.ts';

const ToastRegion = lazyPart(() => import('./toast-region.tsx').then((module) => ({ default: module.ToastRegion })));

/** Renders the toast region. The region's code is loaded when the first toast is shown. */
export function ToastHost() {
  const isWanted = useSyncExternalStore(toastDemand.subscribe, toastDemand.isWanted, () => false);
  return isWanted ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}
