import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { LowDataSwitch } from '../../../../src/offline/low-data/low-data-switch.tsx';
import { renderInPage } from '../../../support/in-page.tsx';
import { apiWith } from '../../catalogue/academy.ts';

afterEach(() => vi.unstubAllGlobals());

it('switching to low-data mode deletes the saved first screens of pages, because they contain pictures', async () => {
  const forgotten = vi.fn(async () => true);
  vi.stubGlobal('caches', { delete: forgotten, open: async () => ({}) });
  await renderInPage(<LowDataSwitch />, { api: apiWith({}) });
  await userEvent.click(screen.getByRole('switch', { name: 'Low-data mode' }));
  await waitFor(() => expect(forgotten).toHaveBeenCalledWith('landfall-first-screens'));
});
