import 'fake-indexeddb/auto';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { apiVersion, markerHeader } from '../../../../contract/headers.ts';
import { useCartRemoval } from '../../../../src/cart/changes/use-cart-removal.ts';
import { createApi } from '../../../../src/lib/api.ts';
import type { Outbox } from '../../../../src/offline/outbox/outbox.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { fakeServer, openDevice } from '../../offline/outbox/fake-device.ts';
import { cartOf, courseLine } from '../carts.ts';

function Removal({ outbox }: { outbox: Outbox }) {
  const { remove, isRemoving, removed, undo } = useCartRemoval({
    studentId: 'asha',
    outbox,
    isOnline: true,
    waiting: [],
  });
  return (
    <>
      <button type="button" onClick={() => void remove(courseLine())}>
        {isRemoving(courseLine()) ? 'Removing' : 'Remove'}
      </button>
      {removed ? (
        <button type="button" onClick={() => void undo()}>
          Undo
        </button>
      ) : null}
    </>
  );
}

/**
 * Shows a button that removes a course from the cart, and then a button that undoes the removal. `answer` responds to
 * the page's own calls, `server` to the calls of the outbox.
 */
async function openRemoval(answer: () => Promise<Response>) {
  const server = fakeServer();
  const world = openDevice(server);
  await renderInPage(<Removal outbox={world.openTab()} />, { api: createApi(answer) });
  return { server, world, person: userEvent.setup({ delay: null }) };
}

it('a removal from the cart that got no response is not repeated for another student who has signed in meanwhile', async () => {
  const call = Promise.withResolvers<Response>();
  const { server, world, person } = await openRemoval(() => call.promise);
  await person.click(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByRole('button', { name: 'Removing' });
  world.device.student = 'dev';
  call.reject(new TypeError('Failed to fetch'));
  await screen.findByRole('button', { name: 'Remove' });
  expect(await world.rows()).toEqual([]);
  expect(server.calls).toEqual([]);
});

it('Undo does not put a removed course into the cart of another student who has signed in meanwhile', async () => {
  const answer = async () =>
    Response.json({ statusCode: 200, data: cartOf([]) }, { headers: { [markerHeader]: apiVersion } });
  const { server, world, person } = await openRemoval(answer);
  await person.click(screen.getByRole('button', { name: 'Remove' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  world.device.student = 'dev';
  await person.click(undo);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  expect(await world.rows()).toEqual([]);
  expect(server.calls).toEqual([]);
});
