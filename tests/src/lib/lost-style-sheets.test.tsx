import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyPart, recoverStyleSheets } from '../../../src/lib/lazy-part.ts';

const links = () => [...document.querySelectorAll('link')];
const fail = (link: HTMLLinkElement | undefined) => link?.dispatchEvent(new Event('error'));

it('a style sheet that failed to load is requested again until it arrives, and only then are lazy-loaded components shown', async () => {
  recoverStyleSheets(document);
  document.head.innerHTML = ['menu', 'card']
    .map((name) => `<link rel="stylesheet" crossorigin href="/assets/${name}.css">`)
    .join('');
  const failed = links();
  const load = vi.fn(async () => ({ default: () => <p>menu</p> }));
  const Part = lazyPart(load);
  for (const link of failed) fail(link);
  render(
    <Suspense fallback="loading">
      <Part />
    </Suspense>,
  );
  await vi.waitFor(() => expect(links().filter((link) => failed.includes(link))).toEqual([]));
  const [second, other] = links();
  fail(second);
  other?.dispatchEvent(new Event('load'));
  await vi.waitFor(() => {
    // The event ends the pause before the style sheet is requested again.
    window.dispatchEvent(new Event('online'));
    expect(links()[0]).not.toBe(second);
  });
  expect(links()[1]).toBe(other);
  expect(links().map(({ outerHTML }) => outerHTML)).toEqual(failed.map(({ outerHTML }) => outerHTML));
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('menu')).toBeNull();
  links()[0]?.dispatchEvent(new Event('load'));
  expect(await screen.findByText('menu')).toBeTruthy();
});
