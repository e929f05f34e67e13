import { describe, expect, it } from 'vitest';
import { fetchRelease, type ReleaseParts } from '../../sw/fetch-release.ts';

const site = 'https://landfall.example';
const event = {} as ExtendableEvent;

/** A release of `names`, of which `stored` are on the device, and what its pack answers. */
function release(names: string[], { stored = [] as string[], pack = {} as Record<string, string> | null } = {}) {
  const kept = new Map(stored.map((name) => [`${site}/${name}`, '']));
  const asked: string[] = [];
  const modes = new Map<string, RequestCache>();
  let underWay = 0;
  const seen = { most: 0 };
  const parts: ReleaseParts = {
    pack: 'assets/parts-1.json',
    cache: {
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
      put: async (key, response) => void kept.set(String(key), await response.text()),
    },
    fetchOurs: async (address) => {
      asked.push(address);
      if (!pack) throw new Error('Not an answer of our server');
      const answer = new Response(JSON.stringify(pack));
      Object.defineProperty(answer, 'url', { value: `${site}/${address}` });
      return answer;
    },
    release: {
      getURLsToCacheKeys: () =>
        new Map(names.map((name) => [`${site}/${name.split('?')[0]}`, `${site}/${name}`] as const)),
      strategy: {
        handleAll: ({ request: { url, cache }, params }) => {
          asked.push(url.slice(site.length + 1));
          modes.set(url.slice(site.length + 1), cache);
          seen.most = Math.max(seen.most, ++underWay);
          const done = Promise.resolve().then(() => {
            underWay -= 1;
            if (url.endsWith('gone.js')) throw new Error('Gone');
            kept.set(params.cacheKey, 'fetched');
            return new Response('fetched');
          });
          return [done, done.then(() => undefined)];
        },
      },
    },
  };
  return { parts, kept, asked, modes, seen };
}

const many = Array.from({ length: 60 }, (_, place) => `assets/part-${place}.js`);
const textsOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, `text of ${name}`]));

describe('a release that is being fetched', () => {
  it('comes in one answer where most of it is missing, and what that lacks one by one', async () => {
    const { parts, kept, asked } = release(['shell.html?v=2', ...many], { pack: textsOf(many.slice(1)) });
    await fetchRelease(parts, event);
    expect(asked).toEqual(['assets/parts-1.json', 'shell.html', 'assets/part-0.js']);
    expect(kept.get(`${site}/assets/part-7.js`)).toBe('text of assets/part-7.js');
    expect(kept.size).toBe(61);
  });

  it('costs what has changed where most of it is there', async () => {
    const { parts, asked } = release(many, { stored: many.slice(3), pack: textsOf(many) });
    await fetchRelease(parts, event);
    expect(asked).toEqual(many.slice(0, 3));
  });

  it('stores of a pack only what belongs to it', async () => {
    const { parts, kept } = release(many, { pack: { ...textsOf(many), 'assets/other.js': 'of another release' } });
    await fetchRelease(parts, event);
    expect(kept.has(`${site}/assets/other.js`)).toBe(false);
  });

  it('comes one by one, a few at a time, where the pack cannot be had', async () => {
    const { parts, kept, seen } = release(many, { pack: null });
    await fetchRelease(parts, event);
    expect(kept.size).toBe(many.length);
    expect(seen.most).toBe(6);
  });

  it('asks the server anew for a name that stands for something else in each release', async () => {
    const { parts, modes } = release(['shell.html?v=2', 'assets/start-1.js']);
    await fetchRelease(parts, event);
    expect(modes.get('shell.html')).toBe('reload');
    expect(modes.get('assets/start-1.js')).toBe('default');
  });

  it('fails as a whole where a part fails', async () => {
    const { parts } = release(['assets/gone.js', 'assets/start-1.js']);
    await expect(fetchRelease(parts, event)).rejects.toThrow('Gone');
  });
});
