import { expect, it } from 'vitest';
import { importsOf, sourceFiles } from './source-files.ts';

const errorState = 'src/ui/messages/error-state.tsx';

/** Files that may use `ErrorState` directly, because they have their own texts for a page that is offline. */
const withOwnOfflineCase = [
  'src/offline/load-failed.tsx',
  'src/site/failed-page.tsx',
  // While offline, the search page searches what the device has saved. It shows an error only if this cannot be read.
  'src/search/search-page.tsx',
];

it('only three files of the student site import ErrorState; others must use LoadFailed, which shows a quiet notice while offline', () => {
  const pages = sourceFiles().filter((file) => file.startsWith('src/') && !file.startsWith('src/staff/'));
  const users = pages.filter((file) => importsOf(file).some(({ to }) => to === errorState));
  expect(users.sort(), 'use LoadFailed instead of ErrorState').toEqual(withOwnOfflineCase.sort());
});
