import { describe, expect, it } from 'vitest';
import { policyIdHeader } from '../../contract/headers.ts';
import { choiceForLowData, fetchRelease, type ReleaseDeps, storeUnhashed } from '../../sw/fetch-release.ts';

const site = 'https://landfall.example';
const event = {} as ExtendableEvent;

/**
 * A release with the files `names`, of which `stored` are on the device. `pack`: the texts in its packed file, by path;
 * null if the request for the packed file fails.
 */
function release(names: string[], { stored = [] as string[], pack = {} as Record<string, string> | null } = {}) {
  const cached = new Map(stored.map((name) => [`${site}/${name}`, '']));
  const asked: string[] = [];
  let underWay = 0;
  const seen = { most: 0 };
  const parts: ReleaseDeps = {
    pack: 'assets/parts-1.json',
    isWanted: () => true,
    cache: {
      keys: async () => [...cached.keys()].map((url) => new Request(url)),
      put: async (key, response) => void cached.set(String(key), await response.text()),
    },
    fetchOurs: async (address) => {
      asked.push(String(address));
      if (!pack) throw new Error('The response is not from our server');
      const answer = new Response(JSON.stringify(pack));
      Object.defineProperty(answer, 'url', { value: `${site}/${address}` });
      return answer;
    },
    release: {
      getURLsToCacheKeys: () =>
        new Map(names.map((name) => [`${site}/${name.split('?')[0]}`, `${site}/${name}`] as const)),
      strategy: {
        handleAll: ({ request: { url }, params }) => {
          asked.push(url.slice(site.length + 1));
          seen.most = Math.max(seen.most, ++underWay);
          const done = Promise.resolve().then(() => {
            underWay -= 1;
            if (url.endsWith('gone.js')) throw new Error('Gone');
            if (url.endsWith('cut.js')) return new Response('fet');
            if (url.endsWith('failed.js')) return Response.error();
            if (url.endsWith('busy.js')) return new Response('', { status: 503, headers: { 'retry-after': '60' } });
            cached.set(params.cacheKey, 'fetched');
            return new Response('fetched');
          });
          return [done, done.then(() => undefined)];
        },
      },
    },
  };
  return { parts, cached, asked, seen };
}

const many = Array.from({ length: 60 }, (_, place) => `assets/part-${place}.js`);
const textsOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, `text of ${name}`]));

describe('a release that is being fetched', () => {
  it('when most files of a release are missing on the device, the service worker fetches them as one packed file', async () => {
    const { parts, cached, asked } = release(many, { pack: textsOf(many.slice(1)) });
    await fetchRelease(parts, event);
    expect(asked).toEqual(['assets/parts-1.json', 'assets/part-0.js']);
    expect(cached.get(`${site}/assets/part-7.js`)).toBe('text of assets/part-7.js');
    expect(cached.size).toBe(60);
  });

  it('when most files of a release are on the device, the service worker fetches only the missing files', async () => {
    const { parts, asked } = release(many, { stored: many.slice(3), pack: textsOf(many) });
    await fetchRelease(parts, event);
    expect(asked).toEqual(many.slice(0, 3));
  });

  it('the service worker does not store a file of a release’s packed file that does not belong to the release', async () => {
    const { parts, cached } = release(many, { pack: { ...textsOf(many), 'assets/other.js': 'of another release' } });
    await fetchRelease(parts, event);
    expect(cached.has(`${site}/assets/other.js`)).toBe(false);
  });

  it('when a release’s packed file is unavailable, the service worker fetches single files, at most six at the same time', async () => {
    const { parts, cached, seen } = release(many, { pack: null });
    await fetchRelease(parts, event);
    expect(cached.size).toBe(many.length);
    expect(seen.most).toBe(6);
  });

  it('in low-data mode, the service worker fetches only a release’s core files and the new versions of files that are already stored', async () => {
    const names = ['assets/start-AAAAAAA2.js', 'assets/course-AAAAAAA2.js', 'assets/never-opened-AAAAAAA2.js'];
    const { parts, asked } = release(names, { stored: ['assets/course-AAAAAAA1.js'], pack: textsOf(names) });
    const stored = [`${site}/assets/course-AAAAAAA1.js`];
    const isWanted = choiceForLowData(new Set([`${site}/assets/start-AAAAAAA2.js`]), stored);
    await fetchRelease({ ...parts, pack: null, isWanted }, event);
    expect(asked).toEqual(['assets/start-AAAAAAA2.js', 'assets/course-AAAAAAA2.js']);
  });

  it('fetching a release fails when the request for one of its files throws an error', async () => {
    const { parts } = release(['assets/gone.js', 'assets/start-1.js']);
    await expect(fetchRelease(parts, event)).rejects.toThrow('Gone');
  });

  it.each([
    ['fails without an error of its strategy', 'failed.js', 0],
    ['is cut, so that it is not stored', 'cut.js', 0],
    ['is refused by our server for a minute', 'busy.js', 60_000],
  ])('fetching a release fails when one of its files %s', async (_, name, retryAfterMs) => {
    const { parts } = release([`assets/${name}`, 'assets/start-1.js']);
    await expect(fetchRelease(parts, event)).rejects.toMatchObject({ name: 'MissingFileError', retryAfterMs });
  });
});

describe('the files of a release without a hash in their names', () => {
  const shellKey = `${site}/shell.html?v=2`;

  /**
   * Stores the shell and the script of a release, for a worker that expects the Content-Security-Policy with the id
   * `new`. `sent`: the policy id that the server sends with the shell.
   */
  async function store({ sent = 'new' as string | null, length = '5' } = {}) {
    const cached = new Map([[shellKey, 'stored']]);
    const requests: Request[] = [];
    const storing = storeUnhashed({
      release: {
        getURLsToCacheKeys: () =>
          new Map([
            [`${site}/shell.html`, shellKey],
            [`${site}/assets/start-1.js`, `${site}/assets/start-1.js`],
          ]),
        getIntegrityForCacheKey: (key) => (key === shellKey ? 'sha256-AAAA' : undefined),
      },
      cache: {
        keys: async () => [new Request(shellKey)],
        put: async (key, response) => void cached.set(String(key), await response.text()),
      },
      fetchOurs: async (file) => {
        requests.push(new Request(file));
        return new Response('shell', {
          headers: { 'content-length': length, ...(sent && { [policyIdHeader]: sent }) },
        });
      },
      policyId: 'new',
    });
    const error = await storing.then(() => null, String);
    return { error, requests, stored: [...cached] };
  }

  it('the installation of a service worker replaces an HTML shell that is already stored with the shell that the server sends', async () => {
    const { stored } = await store();
    expect(stored).toEqual([[shellKey, 'shell']]);
  });

  it('the installation of a service worker fetches the HTML shell without the HTTP cache and checks its integrity hash', async () => {
    const { requests } = await store();
    expect(requests.map(({ url, cache, integrity }) => ({ url, cache, integrity }))).toEqual([
      { url: `${site}/shell.html`, cache: 'reload', integrity: 'sha256-AAAA' },
    ]);
  });

  it('the installation of a service worker stores the HTML shell even if the server sends no x-landfall-policy header', async () => {
    const { stored } = await store({ sent: null });
    expect(stored).toEqual([[shellKey, 'shell']]);
  });

  it.each([
    ['has another Content-Security-Policy than the worker, because another server has sent it', { sent: 'old' }],
    ['is incomplete', { length: '6' }],
  ])(
    'the installation of a service worker fails and keeps the stored HTML shell if the new shell %s',
    async (_, response) => {
      const { error, stored } = await store(response);
      expect(error).toMatch(/Error/);
      expect(stored).toEqual([[shellKey, 'stored']]);
    },
  );
});
