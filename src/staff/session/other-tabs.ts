import { useEffect, useState } from 'react';

/** Carries the id of the staff member who has signed in, or null after a sign-out. */
const channel = new BroadcastChannel('landfall-staff-session');

/** Notifies the other tabs that this staff member has signed in, or that somebody has signed out (null). */
export function notifyOtherTabs(staffId: string | null): void {
  channel.postMessage(staffId);
}

/**
 * Loads the page again when the staff member whom it shows is no longer signed in in this browser: after a sign-out or
 * another one's sign-in in another tab. Returns whether that has happened: show nothing then, so that the browser does not
 * offer to stay on the page because of unsaved changes.
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
