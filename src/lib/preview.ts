import type { QueryClient } from '@tanstack/react-query';

const previewKey = ['site', 'preview'] as const;

/**
 * Records, on the server, that the page is rendered for the preview of a draft in the staff console. No scripts run in
 * the preview, so its HTML must contain what scripts would add.
 */
export function markPreview(client: QueryClient): void {
  client.setQueryData(previewKey, true);
}

/** Whether the server renders the page for the preview of a draft. */
export const isPreview = (client: QueryClient) => client.getQueryData(previewKey) === true;
