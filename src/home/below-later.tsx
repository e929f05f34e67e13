import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import cover from '../news/post-cover.module.css';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import about from './about-section.module.css';
import page from './home-page.module.css';
import latest from './latest-section.module.css';
import offshore from './offshore-section.module.css';

let comesNear = () => {};
const isNear = new Promise<void>((resolve) => {
  comesNear = resolve;
});
const LateBelow = lazy(async () => {
  await isNear;
  return { default: (await import('./home-below.tsx')).HomeBelow };
});
let ServerBelow: ComponentType | null = null;

/** Called by the server, which draws the whole page: there is nothing to wait for. */
export function drawBelowAtOnce(below: ComponentType): void {
  ServerBelow = below;
}

/**
 * Where the server drew nothing, what comes is asked for at once. In the shapes of what comes: so their sheets are the
 * page's own, and what the server drew is styled before its script is there.
 */
function BelowWaiting() {
  useEffect(() => comesNear(), []);
  return (
    <SkeletonGroup label="Loading more of the page" className={page.parts ?? ''}>
      <div className={about.about}>
        <Skeleton shape="picture" />
      </div>
      <div className={offshore.tiles}>
        <Skeleton shape="picture" />
        <Skeleton shape="picture" />
      </div>
      <div className={latest.room}>
        <span className={cover.cover} />
      </div>
    </SkeletonGroup>
  );
}

/**
 * The lower part of Home. A visitor sees what the server drew, and can follow its links; the script behind it is loaded
 * when the reader is a screen away, so that the first view does not pay for it.
 */
export function BelowLater() {
  const edge = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!edge.current || typeof IntersectionObserver === 'undefined') return comesNear();
    const watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && comesNear(), {
      rootMargin: '100% 0px',
    });
    watcher.observe(edge.current);
    return () => watcher.disconnect();
  }, []);
  const Below = ServerBelow ?? LateBelow;
  return (
    <div ref={edge}>
      <Suspense fallback={<BelowWaiting />}>
        <Below />
      </Suspense>
    </div>
  );
}
