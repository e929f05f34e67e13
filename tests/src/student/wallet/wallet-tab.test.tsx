import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Wallet } from '../../../../contract/wallet.ts';
import { walletQueries } from '../../../../src/student/wallet/wallet.queries.ts';
import { WalletTab } from '../../../../src/student/wallet/wallet-tab.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { studentId } from '../../checkout/orders.ts';

const entry = { id: 1, created_at: '2026-11-20T04:30:00.000Z', description: 'Added at the accounts office' };
const wallet: Wallet = {
  balance: 123_456.5,
  lastUpdate: '2026-11-20T04:30:00.000Z',
  recentTransaction: [
    { ...entry, type: 'credit', amount: 2000, status: 'completed' },
    { ...entry, id: 2, type: 'debit', amount: 500.5, status: 'failed', description: 'Hostel mess' },
    { ...entry, id: 3, type: 'credit', amount: 1000, status: 'pending' },
  ],
};
const response = (change: Partial<Wallet> = {}): Answered => ({
  body: { statusCode: 200, data: { ...wallet, ...change } },
});

async function open(answered: Answered | (() => Answered)) {
  const { api } = answeringApi({ 'GET /api/users/student/wallet/overview': answered });
  await renderInPage(<WalletTab studentId={studentId} phone={null} view={undefined} />, { api });
}

describe('My Wallet', () => {
  it('My Wallet shows the balance, the time of its last change and every transaction with its status', async () => {
    await open(response());
    const card = await screen.findByRole('region', { name: 'Balance' });
    expect(card.textContent).toContain('₹1,23,456.50');
    expect(card.textContent).toContain('20 Nov 2026, 10:00');
    const table = screen.getByRole('table', { name: /^Recent transactions/ });
    const [, ...rows] = within(table).getAllByRole('row');
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Added at the accounts office', 'Credit', '+₹2,000.00', 'Completed'],
      ['Hostel mess', 'Debit', '−₹500.50', 'Failed'],
      ['Added at the accounts office', 'Credit', '+₹1,000.00', 'Pending'],
    ]);
  });

  it('My Wallet shows a disabled form to add money, and the reason for this', async () => {
    await open(response());
    await screen.findByRole('region', { name: 'Recharge' });
    for (const name of ['₹500', '₹1,000', '₹2,000', '₹5,000', 'Add Money']) {
      const button = screen.getByRole('button', { name }) as HTMLButtonElement;
      expect(button.disabled).toBe(true);
      const why = document.getElementById(button.getAttribute('aria-describedby') ?? '');
      expect(why?.textContent).toBe('Money cannot be added online. You can top up your wallet at the accounts office.');
    }
    expect((screen.getByRole('textbox', { name: 'Custom amount' }) as HTMLInputElement).disabled).toBe(true);
  });

  it('My Wallet says that there are no transactions yet', async () => {
    await open(response({ balance: 0, lastUpdate: null, recentTransaction: [] }));
    expect(await screen.findByText('No transactions yet')).toBeTruthy();
    expect(screen.getByText('₹0.00')).toBeTruthy();
  });

  it('My Wallet shows an error and a retry button when the wallet could not be loaded', async () => {
    let isBack = false;
    await open(() => (isBack ? response() : refusal(403, 'FORBIDDEN')));
    await screen.findByText('Unable to fetch wallet details');
    isBack = true;
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('₹1,23,456.50')).toBeTruthy();
  });

  it('the query for a student’s wallet is marked for storage on the device', () => {
    expect(walletQueries.overview(studentId).meta).toEqual({ persist: 'student' });
  });
});
