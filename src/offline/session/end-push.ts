/**
 * Ends push messages to this browser, closes all notifications that it shows and clears the badge, so that whoever uses
 * the browser next does not see them. It works without a connection. On the server, push messages end with the
 * student's sign-in session.
 */
export async function endPush(): Promise<void> {
  try {
    void navigator.clearAppBadge?.().catch(() => {});
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  } catch {
    // A browser that refuses service workers has no push messages, so there is nothing to end.
  }
}
