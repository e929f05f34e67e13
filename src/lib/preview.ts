import type { QueryClient } from '@tanstack/react-query';

const previewKey = ['site', 'preview'] as const;

/**
 * On the server: says that the page is rendered for the preview of a draft in the staff console. There it runs no
 * scripts, so its HTML must have what scripts would add.
 */
export function markPreview(client: QueryClient): void {
  client.setQueryData(previewKey, true);
}

/** Whether the server renders the page for the preview of a draft. */
export const isPreview = (client: QueryClient) => client.getQueryData(previewKey) === true;
