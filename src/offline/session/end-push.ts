/**
 * Ends push messages to this browser and closes those that it shows, so that whoever uses it next does not see them. It works
 * without a connection. The server ends them with the session.
 */
export async function endPush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  } catch {
    // The browser refuses service workers: there are no push messages.
  }
}
