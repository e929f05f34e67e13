import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import cover from '../../news/post-cover.module.css';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import classes from '../home-page.module.css';

let startLoading = () => {};
const loadingStarted = new Promise<void>((resolve) => {
  startLoading = resolve;
});
const LazySections = lazy(async () => {
  await loadingStarted;
  return { default: (await import('./lower-sections.tsx')).LowerSections };
});
let serverSections: ComponentType | null = null;

/** Called by the server, so that it renders the sections without Suspense. */
export function renderSynchronously(sections: ComponentType): void {
  serverSections = sections;
}

/**
 * Shown only if the server did not render the sections, so it starts loading them at once. It uses the style sheets of the
 * sections: that makes them part of the page's CSS, so server-rendered sections are styled before their script is loaded.
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
 * The lower sections of Home. A visitor sees what the server rendered. Its script is loaded when the sections are less than one
 * screen away from the viewport, which keeps it out of the first load.
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
