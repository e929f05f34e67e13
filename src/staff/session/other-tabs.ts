import { useEffect, useState } from 'react';

/** Carries the id of the staff member who has signed in, or null after a sign-out. */
const channel = new BroadcastChannel('landfall-staff-session');

/** Notifies the other tabs that this staff member has signed in, or that somebody has signed out (null). */
export function notifyOtherTabs(staffId: string | null): void {
  channel.postMessage(staffId);
}

/**
 * Reloads the page when its staff member is no longer signed in in this browser, because another tab has signed out or
 * signed somebody else in. Returns whether that has happened. The caller must then show nothing: a form with unsaved changes
 * would make the browser offer to stay on the page.
 */
export function useSessionReload(shownId: string): boolean {
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<string | null>) => {
      if (data !== shownId) setOutdated(true);
    };
    // A page in the back/forward cache gets no messages.
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
