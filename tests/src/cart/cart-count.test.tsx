import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { CartCount } from '../../../src/cart/cart-count.tsx';
import { answeringApi } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { cartOf, courseLine, packageLine, studentId } from './carts.ts';

function Badge() {
  const [count, setCount] = useState<number | null>(0);
  return (
    <>
      <CartCount studentId={studentId} onCount={setCount} />
      <output>{String(count)}</output>
    </>
  );
}

it('the cart count is the number of items in the student’s cart', async () => {
  const { api } = answeringApi({
    'GET /api/cart': { body: { statusCode: 200, data: cartOf([packageLine(), courseLine()]) } },
  });
  await renderInPage(<Badge />, { api });
  expect(await screen.findByText('2')).toBeTruthy();
});

it('the cart count is null when the cart cannot be loaded', async () => {
  const { api } = answeringApi({ 'GET /api/cart': 'no answer' });
  await renderInPage(<Badge />, { api });
  expect(await screen.findByText('null')).toBeTruthy();
});
