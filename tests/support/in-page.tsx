import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '../../src/app/query-client.ts';
import { theme } from '../../src/app/theme/theme.ts';
import type { Api } from '../../src/lib/api.ts';

/**
 * How to render a part of a page. `prepare` fills the query cache with the data that the server would send in the HTML.
 */
type InPage = { api: Api; at?: string; prepare?: (client: QueryClient) => void };

/** Puts a part of a page inside the theme, a query client and a router that accepts every address of the site. */
export async function preparePage(part: ReactNode, { api, at = '/', prepare }: InPage) {
  const queryClient = createQueryClient(api);
  prepare?.(queryClient);
  const rootRoute = createRootRoute({ component: Outlet });
  const start = createRoute({ getParentRoute: () => rootRoute, path: '/', component: () => part });
  const elsewhere = createRoute({ getParentRoute: () => rootRoute, path: '$', component: () => part });
  const router = createRouter({
    routeTree: rootRoute.addChildren([start, elsewhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  const page = (
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} withCssVariables={false} env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>
    </QueryClientProvider>
  );
  return { page, queryClient, router };
}

/** Renders a part of a page, with the theme, the query client and the router that `preparePage` creates. */
export async function renderInPage(part: ReactNode, prepared: InPage) {
  const { page, ...rest } = await preparePage(part, prepared);
  return { ...render(page), ...rest };
}
