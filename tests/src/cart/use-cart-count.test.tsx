import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { sessionHintCookie } from '../../../contract/headers.ts';
import { useCartCount } from '../../../src/cart/use-cart-count.ts';
import { answeringApi } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { cartOf, courseLine, packageLine, studentId } from './carts.ts';

function Count() {
  return <output>{String(useCartCount())}</output>;
}

const { api, sent } = answeringApi({
  'POST /api/auth/verify/login/status': {
    body: { statusCode: 200, user: { id: studentId, name: 'Asha Nair', image: null } },
  },
  'GET /api/cart': { body: { statusCode: 200, data: cartOf([packageLine(), courseLine()]) } },
});

afterEach(() => {
  vi.restoreAllMocks();
});

it('knows nothing, and asks for nothing, while nobody is signed in', async () => {
  await renderInPage(<Count />, { api });
  expect(await screen.findByText('null')).toBeTruthy();
  expect(sent).toEqual([]);
});

it('counts the things in the student’s cart', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(`${sessionHintCookie}=hint`);
  await renderInPage(<Count />, { api });
  expect(await screen.findByText('2')).toBeTruthy();
});
