import { useSearch } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { TabStrip } from '../../../../src/ui/tabs/tab-strip.tsx';
import { renderInPage } from '../../../support/in-page.tsx';
import { apiWith } from '../../catalogue/academy.ts';

const tabs = [
  { key: 'deck', label: 'Deck' },
  { key: 'engine', label: 'Engine' },
  { key: 'galley', label: 'Galley' },
] as const;
type Key = (typeof tabs)[number]['key'];

function Ship() {
  const { tab = 'deck' } = useSearch({ strict: false }) as { tab?: Key };
  return (
    <TabStrip label="Parts of the ship" tabs={tabs} open={tab} look="even">
      <p>About {tab}</p>
    </TabStrip>
  );
}

let search: () => unknown;
beforeEach(async () => {
  const { router } = await renderInPage(<Ship />, { api: apiWith({}) });
  search = () => router.state.location.search;
});

const openTab = () => screen.getByRole('tab', { selected: true });

describe('a strip of tabs', () => {
  it('in a tab strip, only the selected tab is reachable by the Tab key, and the tab panel has the selected tab’s name', async () => {
    expect(screen.getByRole('tablist', { name: 'Parts of the ship' })).toBeTruthy();
    expect(screen.getByRole('tabpanel', { name: 'Deck' }).textContent).toBe('About deck');
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
    expect(openTab().getAttribute('aria-controls')).toBe(screen.getByRole('tabpanel').id);
  });

  it('the selected tab of a tab strip is stored in the URL, unless it is the first tab', async () => {
    await userEvent.click(screen.getByRole('tab', { name: 'Engine' }));
    expect(await screen.findByText('About engine')).toBeTruthy();
    expect(search()).toEqual({ tab: 'engine' });
    await userEvent.click(screen.getByRole('tab', { name: 'Deck' }));
    expect(await screen.findByText('About deck')).toBeTruthy();
    expect(search()).toEqual({});
  });

  it.each([
    ['{ArrowRight}', 'Engine'],
    ['{ArrowLeft}', 'Galley'],
    ['{End}', 'Galley'],
    ['{End}{ArrowRight}', 'Deck'],
    ['{End}{Home}', 'Deck'],
    ['{ArrowRight}{ArrowRight}{ArrowLeft}', 'Engine'],
  ])('pressing %s in a tab strip focuses and selects the tab %s', async (keys, name) => {
    openTab().focus();
    await userEvent.keyboard(keys);
    expect(await screen.findByRole('tabpanel', { name })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('tab', { name }));
  });

  it('in a tab strip, the space bar selects the focused tab, and a letter key does nothing', async () => {
    screen.getByRole('tab', { name: 'Galley' }).focus();
    await userEvent.keyboard('x');
    expect(openTab().textContent).toBe('Deck');
    await userEvent.keyboard(' ');
    expect(await screen.findByRole('tabpanel', { name: 'Galley' })).toBeTruthy();
  });
});
