import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import cover from '../../news/post-cover.module.css';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import classes from '../home-page.module.css';

let startLoading = () => {};
const loadingStarted = new Promise<void>((resolve) => {
  startLoading = resolve;
});
const LazySections = lazyPart(async () => {
  await loadingStarted;
  return { default: (await import('./lower-sections.tsx')).LowerSections };
});
let serverSections: ComponentType | null = null;

/**
 * Sets the component that renders Home's lower sections. The server sets it before it renders the page, so that the
 * rendering does not suspend.
 */
export function renderSynchronously(sections: ComponentType): void {
  serverSections = sections;
}

/**
 * Skeleton of Home's lower sections, shown only if the server did not render the sections. It starts loading their
 * script at once. Their style sheets are imported by this file, so that server-rendered sections are styled before the
 * script is loaded.
 */
function LowerSectionsSkeleton() {
  useEffect(() => startLoading(), []);
  return (
    <SkeletonGroup label="Loading more of the page" className={classes.sections ?? ''}>
      <div className={`stack gap-6 ${classes.about}`}>
        <Skeleton shape="picture" />
      </div>
      <div className={`stack gap-3 ${classes.tiles}`}>
        <Skeleton shape="picture" />
        <Skeleton shape="picture" />
      </div>
      <div className={classes.content}>
        <span className={`relative clip ${cover.cover}`} />
      </div>
    </SkeletonGroup>
  );
}

/**
 * The lower sections of Home. A visitor first sees the server-rendered HTML. To keep the script of the sections out of
 * the first load, it is loaded when they are less than one screen away from the viewport.
 */
export function LazyLowerSections() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current || typeof IntersectionObserver === 'undefined') return startLoading();
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && startLoading(),
      {
        rootMargin: '100% 0px',
      },
    );
    observer.observe(container.current);
    return () => observer.disconnect();
  }, []);
  const Sections = serverSections ?? LazySections;
  return (
    <div ref={container}>
      <Suspense fallback={<LowerSectionsSkeleton />}>
        <Sections />
      </Suspense>
    </div>
  );
}
