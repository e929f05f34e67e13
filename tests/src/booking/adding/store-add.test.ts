import { expect, it } from 'vitest';
import { storeUnlessLoaded } from '../../../../src/booking/adding/store-add.ts';
import { fakeOutbox } from '../../cart/fake-outbox.ts';

const payload = { type: 'course', course_id: 408, batch_id: 4080 } as const;

function openAdds() {
  const { outbox, submitted } = fakeOutbox(() => ({ kind: 'queued', key: 'add' }));
  const describeItem = () => ({ title: 'Fire Fighting', quotedPrice: 8024 });
  return { submitted, adds: { outbox, identified: async () => null, describeItem } };
}

it('an add is stored in the outbox when the code of its machine cannot be loaded', async () => {
  const { adds, submitted } = openAdds();
  expect(await storeUnlessLoaded(() => Promise.reject(new TypeError('Failed to fetch')), adds, payload)).toBe(true);
  expect(submitted).toMatchObject([{ kind: 'cart.add', payload, title: 'Fire Fighting', quotedPrice: 8024 }]);
});

it('an add is left to its machine when the code of the machine has arrived', async () => {
  const { adds, submitted } = openAdds();
  expect(await storeUnlessLoaded(async () => null, adds, payload)).toBe(false);
  expect(submitted).toEqual([]);
});
