import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showConsole } from '../show-console.tsx';

it.each(['/staff/nothing', '/staff/batches/new', '/staff/rosters/x', '/staff/waiting-lists/0', '/staff/enquiries/1.5'])(
  'the staff console shows its menu and “Page not found” for the unknown URL %s',
  async (address) => {
    showConsole(address, 'registrar', {});
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Calendar' })).toBeTruthy();
  },
);
