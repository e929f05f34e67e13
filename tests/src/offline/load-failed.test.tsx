import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { connection } from '../../../src/offline/connection/page-connection.ts';
import { LoadFailed } from '../../../src/offline/load-failed.tsx';
import { answeringApi } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';

const open = (onRetry: () => void) =>
  renderInPage(<LoadFailed message="The list could not be loaded." onRetry={onRetry} />, { api: answeringApi({}).api });

afterEach(() => {
  act(() => connection.report('ours'));
  vi.unstubAllGlobals();
});

it('a list that cannot be loaded offline shows a status text instead of an alert, and is requested again when online', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  const onRetry = vi.fn();
  await open(onRetry);
  expect(screen.getByRole('alert').textContent).toContain('The list could not be loaded.');
  await act(async () => {
    connection.report('noResponse');
    await connection.probe();
  });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe(
    'You are offline, and this is not saved on this device.It will be loaded when you are back online.',
  );
  expect(onRetry).not.toHaveBeenCalled();
  act(() => connection.report('ours'));
  expect(onRetry).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('alert')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(2);
});
