import { expect, it } from 'vitest';
import { watchPictures } from '../../../src/offline/failed-pictures.ts';

/** A page with one picture. `load` lets the picture load or fail. */
function openPage() {
  const page = document.implementation.createHTMLDocument();
  const picture = document.createElement('img');
  picture.alt = '';
  picture.src = '/media/courses/pre-sea-320.webp';
  let width = 0;
  Object.defineProperties(picture, {
    complete: { value: true, configurable: true },
    naturalWidth: { get: () => width },
    currentSrc: { get: () => picture.src, configurable: true },
  });
  page.body.append(picture);
  const load = (type: 'load' | 'error') => {
    width = type === 'load' ? 320 : 0;
    picture.dispatchEvent(new Event(type));
  };
  return { page, picture, load };
}

function openConnection() {
  const listeners = new Set<() => void>();
  const connection = {
    isOffline: false,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const become = (isOffline: boolean) => {
    connection.isOffline = isOffline;
    for (const listener of listeners) listener();
  };
  return { connection, become };
}

it('a picture that could not be loaded is marked as failed until it loads, even if it failed before the script ran', () => {
  const { page, picture, load } = openPage();
  watchPictures(page, openConnection().connection);
  expect(picture.hasAttribute('data-failed')).toBe(true);
  load('load');
  expect(picture.hasAttribute('data-failed')).toBe(false);
  load('error');
  expect(picture.hasAttribute('data-failed')).toBe(true);
});

it.each([
  ['is still being loaded', { complete: false }],
  ['is not to be loaded yet', { currentSrc: '' }],
])('a picture that has not been loaded yet is not marked as failed: a picture that %s', (_, fields) => {
  const { page, picture } = openPage();
  for (const [name, value] of Object.entries(fields)) Object.defineProperty(picture, name, { value });
  watchPictures(page, openConnection().connection);
  expect(picture.hasAttribute('data-failed')).toBe(false);
});

it('a script that could not be loaded is not marked as a failed picture', () => {
  const { page } = openPage();
  const script = page.body.appendChild(document.createElement('script'));
  watchPictures(page, openConnection().connection);
  script.dispatchEvent(new Event('error'));
  expect(script.hasAttribute('data-failed')).toBe(false);
});

it('a picture that could not be loaded has the role of a picture if it has alternative text, and no role otherwise', () => {
  const { page, picture, load } = openPage();
  watchPictures(page, openConnection().connection);
  expect(picture.hasAttribute('role')).toBe(false);
  picture.alt = 'Two cadets on the bridge';
  load('error');
  expect(picture.getAttribute('role')).toBe('img');
});

it('when the connection is back, a picture that could not be loaded is requested again, and a loaded picture is not', () => {
  const { page, picture, load } = openPage();
  const requests: string[] = [];
  const { connection, become } = openConnection();
  watchPictures(page, connection);
  const original = picture.src;
  Object.defineProperty(picture, 'src', { get: () => original, set: (src: string) => requests.push(src) });
  become(false);
  become(true);
  become(true);
  expect(requests).toEqual([]);
  become(false);
  become(false);
  expect(requests).toEqual([original]);
  load('load');
  become(true);
  become(false);
  expect(requests).toHaveLength(1);
});
