import { useEffect, useState } from 'react';

/**
 * The channel between the tabs of the console. A message is the id of the staff member who has signed in, or null after
 * a sign-out.
 */
const channel = new BroadcastChannel('landfall-staff-session');

/** Notifies the other tabs that this staff member has signed in, or that somebody has signed out (null). */
export function notifyOtherTabs(staffId: string | null): void {
  channel.postMessage(staffId);
}

/**
 * Reloads the page when another tab has signed out the staff member for whom it was loaded (`shownId`), or has signed
 * in somebody else. Returns whether the page is being reloaded. The caller must then render nothing: a form with
 * unsaved changes would make the browser offer to stay on the page.
 */
export function useSessionReload(shownId: string): boolean {
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<string | null>) => {
      if (data !== shownId) setOutdated(true);
    };
    // A page in the back/forward cache gets no messages, so reload it whenever it is restored.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setOutdated(true);
    };
    channel.addEventListener('message', onMessage);
    window.addEventListener('pageshow', onShow);
    return () => {
      channel.removeEventListener('message', onMessage);
      window.removeEventListener('pageshow', onShow);
    };
  }, [shownId]);
  useEffect(() => {
    if (isOutdated) window.location.reload();
  }, [isOutdated]);
  return isOutdated;
}
