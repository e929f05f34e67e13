import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import '../../../../src/staff/orders/orders-page.tsx';
import { showConsole } from '../show-console.tsx';

it('the search field of a staff list is emptied when the URL no longer contains a search text', async () => {
  const { inputsOf, user, router } = showConsole('/staff/orders?q=asha', 'registrar', {
    listStaffOrders: () => ({ data: [], next: null }),
  });
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: /^Order, receipt/ });
  expect(field.value).toBe('asha');
  await router.navigate({ to: '/staff/orders', search: {} });
  await waitFor(() => expect(field.value).toBe(''));
  await user.type(field, 'ravi');
  await waitFor(() => expect(inputsOf('listStaffOrders').at(-1)).toMatchObject({ query: { q: 'ravi' } }));
  expect(field.value).toBe('ravi');
});
