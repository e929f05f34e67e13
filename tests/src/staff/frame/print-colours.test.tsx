import { afterAll, afterEach, expect, it } from 'vitest';
import { printInLightColours } from '../../../../src/staff/frame/print-colours.ts';

const root = document.documentElement;
const colours = () => root.dataset.mantineColorScheme;
const sends = (...types: Array<'beforeprint' | 'afterprint'>) => {
  for (const type of types) window.dispatchEvent(new Event(type));
};

afterAll(printInLightColours(document));
afterEach(() => {
  delete root.dataset.mantineColorScheme;
});

it.each(['dark', 'light'])(
  'the staff console prints in light colours and then returns to the colour scheme “%s” on the screen',
  (scheme) => {
    root.dataset.mantineColorScheme = scheme;
    sends('beforeprint');
    expect(colours()).toBe('light');
    sends('afterprint');
    expect(colours()).toBe(scheme);
  },
);

it('the dark staff console is dark again after printing even if the browser fires “beforeprint” twice, as for a preview', () => {
  root.dataset.mantineColorScheme = 'dark';
  sends('beforeprint', 'beforeprint', 'afterprint');
  expect(colours()).toBe('dark');
});
