import type { Page } from '@playwright/test';

type AppWindow = { __TSR_ROUTER__: { navigate: (to: { to: string }) => Promise<void> } };

/** Navigates on the client, as a link does, and waits until the router has loaded the new page. */
export const navigateTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => (window as unknown as AppWindow).__TSR_ROUTER__.navigate({ to }), path);

/** Starts a navigation on the client without waiting until the new page is loaded. */
export const startNavigation = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => void (window as unknown as AppWindow).__TSR_ROUTER__.navigate({ to }), path);
