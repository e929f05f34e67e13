import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { SignedIn } from '../../../../contract/signed-in.ts';
import { sessionQueries } from '../../../../src/auth/session/session.queries.ts';
import { useSession } from '../../../../src/auth/session/use-session.ts';

function Status() {
  return <p>{useSession().status}</p>;
}

const page = (client: QueryClient) => (
  <QueryClientProvider client={client}>
    <Status />
  </QueryClientProvider>
);

it('a component hydrated with a known login status first matches the server’s HTML and then shows the status', async () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(page(new QueryClient()));
  expect(container.textContent).toBe('unknown');

  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const asha: SignedIn = { id: 'asha', name: 'Asha Nair', image: null };
  client.setQueryData(sessionQueries.status().queryKey, asha);
  const errors: unknown[] = [];
  await act(async () => {
    hydrateRoot(container, page(client), { onRecoverableError: (error) => errors.push(error) });
  });
  expect(errors).toEqual([]);
  expect(container.textContent).toBe('signedIn');
});
