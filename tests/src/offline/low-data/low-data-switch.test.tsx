import { MantineProvider } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { theme } from '../../../../src/app/theme/theme.ts';
import { LowDataContext } from '../../../../src/lib/low-data.ts';
import { lowData } from '../../../../src/offline/low-data/low-data.ts';
import { pageRenderer } from '../../../../src/offline/low-data/low-data-mode.ts';
import { LowDataSwitch } from '../../../../src/offline/low-data/low-data-switch.tsx';
import { renderInPage } from '../../../support/in-page.tsx';
import { apiWith } from '../../catalogue/academy.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('switching to low-data mode deletes the saved HTML of pages, which contains pictures', async () => {
  const forgotten = vi.fn(async () => true);
  vi.stubGlobal('caches', { delete: forgotten, open: async () => ({}) });
  await renderInPage(<LowDataSwitch />, { api: apiWith({}) });
  await userEvent.click(screen.getByRole('switch', { name: 'Low-data mode' }));
  await waitFor(() => expect(forgotten).toHaveBeenCalledWith('landfall-first-screens'));
});

it.each([
  [true, null, lowData, ['delete landfall-first-screens', 'open landfall-low-data']],
  [false, lowData, null, ['has landfall-low-data']],
])(
  'switching low-data mode to %s takes effect at once, on the page and on the files that the device stores',
  async (isOn, before, after, used) => {
    const calls: string[] = [];
    const cache = (call: string) => async (name: string) => calls.push(`${call} ${name}`) < 0;
    vi.stubGlobal('caches', { delete: cache('delete'), open: cache('open'), has: cache('has') });
    const cookie = vi.spyOn(document, 'cookie', 'set');
    const render = vi.spyOn(pageRenderer, 'render');
    await renderInPage(
      <LowDataContext value={before}>
        <LowDataSwitch />
      </LowDataContext>,
      { api: apiWith({}) },
    );
    const choice = screen.getByRole<HTMLInputElement>('switch', { name: 'Low-data mode' });
    expect(choice.checked).toBe(!isOn);
    await userEvent.click(choice);
    await waitFor(() => expect(render).toHaveBeenCalledExactlyOnceWith(after));
    expect(cookie).toHaveBeenLastCalledWith(expect.stringContaining(`landfall-low-data=${isOn ? 'on' : 'off'};`));
    expect(calls.toSorted()).toEqual(used);
  },
);

it('low-data mode is switched on even if the visitor pressed its switch before the page was hydrated', async () => {
  vi.stubGlobal('caches', { delete: async () => true, open: async () => ({}) });
  const render = vi.spyOn(pageRenderer, 'render');
  const page = (
    <MantineProvider theme={theme} withCssVariables={false} env="test">
      <LowDataSwitch />
    </MantineProvider>
  );
  const container = document.createElement('div');
  document.body.append(container);
  container.innerHTML = renderToString(page);
  container.querySelector<HTMLInputElement>('input[role=switch]')?.click();
  const root = await act(async () => hydrateRoot(container, page));
  onTestFinished(() => {
    act(() => root.unmount());
    container.remove();
  });
  await waitFor(() => expect(render).toHaveBeenCalledExactlyOnceWith(lowData));
});
