import { useEffect, useState, useSyncExternalStore } from 'react';
import { noticeAutoplay } from '../../../contract/limits.ts';

const reducedMotion = '(prefers-reduced-motion: reduce)';

function subscribeToReducedMotion(listener: () => void): () => void {
  const query = window.matchMedia(reducedMotion);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the visitor prefers reduced motion. True on the server, so that nothing moves before hydration. */
function usePrefersReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribeToReducedMotion,
    () => window.matchMedia(reducedMotion).matches,
    () => true,
  );
}

type Autoplay = {
  index: number;
  isMoving: boolean;
  /** Whether the visitor has stopped the carousel. Only the visitor can start it again; a pause ends by itself. */
  isStopped: boolean;
  /** Whether the carousel may move at all: not if the visitor prefers reduced motion, nor with a single slide. */
  canMove: boolean;
  goTo(index: number): void;
  /** Pauses the carousel for twice its interval. */
  pause(): void;
  setIsStopped(isStopped: boolean): void;
};

/** Shows the slides of a carousel one after the other, at a fixed interval. */
export function useAutoplay(count: number): Autoplay {
  const isReduced = usePrefersReducedMotion();
  const [index, setIndex] = useState(0);
  const [pauses, setPauses] = useState(0);
  const [isPaused, setIsPaused] = useState(false);
  const [isStopped, setIsStopped] = useState(false);
  const canMove = !isReduced && count > 1;
  const isMoving = canMove && !isPaused && !isStopped;

  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setIndex((now) => (now + 1) % count), noticeAutoplay);
    return () => clearInterval(timer);
  }, [isMoving, count]);

  useEffect(() => {
    if (pauses === 0) return;
    setIsPaused(true);
    const timer = setTimeout(() => setIsPaused(false), 2 * noticeAutoplay);
    return () => clearTimeout(timer);
  }, [pauses]);

  const pause = () => setPauses((now) => now + 1);
  const goTo = (next: number) => {
    setIndex((next + count) % count);
    pause();
  };
  return { index: Math.min(index, Math.max(count - 1, 0)), isMoving, isStopped, canMove, goTo, pause, setIsStopped };
}
