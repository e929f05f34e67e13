import { useEffect, useState, useSyncExternalStore } from 'react';
import { noticeAutoplay } from '../../contract/limits.ts';

const stillness = '(prefers-reduced-motion: reduce)';

function watchStillness(listener: () => void): () => void {
  const query = window.matchMedia(stillness);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether this person asked for no motion. The server assumes so, and nothing moves before the page runs. */
function useStillness(): boolean {
  return useSyncExternalStore(
    watchStillness,
    () => window.matchMedia(stillness).matches,
    () => true,
  );
}

export type Autoplay = {
  place: number;
  isMoving: boolean;
  /** By a person, for good; a pause is not this. */
  isStopped: boolean;
  /** False where the person asked for no motion: then there is nothing to stop. */
  canMove: boolean;
  goTo(place: number): void;
  /** Waits twice the speed interval from now. */
  pause(): void;
  /** Stops until told otherwise, or moves on. */
  setIsStopped(isStopped: boolean): void;
};

/** Goes from one to the next every 3000 ms; a hand on it, or a pointer over it, holds it for twice as long. */
export function useAutoplay(count: number): Autoplay {
  const isStill = useStillness();
  const [place, setPlace] = useState(0);
  const [pauses, setPauses] = useState(0);
  const [isPaused, setIsPaused] = useState(false);
  const [isStopped, setIsStopped] = useState(false);
  const canMove = !isStill && count > 1;
  const isMoving = canMove && !isPaused && !isStopped;

  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setPlace((now) => (now + 1) % count), noticeAutoplay);
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
    setPlace((next + count) % count);
    pause();
  };
  return { place: Math.min(place, Math.max(count - 1, 0)), isMoving, isStopped, canMove, goTo, pause, setIsStopped };
}
