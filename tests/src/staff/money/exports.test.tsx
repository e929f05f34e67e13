import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '../../../../src/lib/api.ts';
import { signedInStaff } from '../render-console.tsx';
import { showConsole } from '../show-console.tsx';

const report = { columns: [], rows: [], total: [] };

it.each([
  ['/staff/money?tab=exports', 'Download'],
  ['/staff/reports?from=2027-03-01&to=2027-04-30', 'CSV of Revenue by month'],
])('the console page %s shows a message if a download fails without a connection', async (path, button) => {
  let isDown = false;
  const { user } = showConsole(path, 'accounts', {
    getStaffSession() {
      if (isDown) throw new ApiError('offline', 'No response from server');
      return { data: signedInStaff('accounts') };
    },
    getReport: () => ({ data: report }),
  });
  const download = await screen.findByRole('button', { name: button });
  isDown = true;
  await user.click(download);
  expect(await screen.findByText('There is no connection to the server. Please try again.')).toBeTruthy();
});
