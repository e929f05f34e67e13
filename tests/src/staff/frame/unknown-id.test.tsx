import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showConsole } from '../show-console.tsx';

it.each(['/staff/batches/new', '/staff/rosters/x', '/staff/waiting-lists/0', '/staff/enquiries/1.5'])(
  'an address with an id that is not a whole number says that there is no such page: %s',
  async (address) => {
    showConsole(address, 'registrar', {});
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  },
);
