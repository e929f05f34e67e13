import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { createQueryClient } from '../../../src/app/query-client.ts';
import { theme } from '../../../src/app/theme/theme.ts';
import type { Api } from '../../../src/lib/api.ts';
import { routeTree } from '../../../src/routeTree.gen.ts';
import { NotFoundPage } from '../../../src/site/not-found/not-found-page.tsx';

/**
 * Opens an address with the site’s real routes. `before` is the address of the previous entry in the browser history.
 */
export async function openAddress(address: string, { api, before }: { api: Api; before: string }) {
  const queryClient = createQueryClient(api);
  const history = createMemoryHistory({ initialEntries: [before, address] });
  const router = createRouter({ routeTree, context: { queryClient }, history, defaultNotFoundComponent: NotFoundPage });
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} withCssVariables={false} env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return { router, history };
}
