import { dehydrate, hydrate } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../../src/app/query-client.ts';
import { createApi } from '../../../../src/lib/api.ts';
import { setSiteAddress } from '../../../../src/lib/site-address.ts';
import { pageHead } from '../../../../src/site/page-head/page-head.ts';

const newClient = () => createQueryClient(createApi(fetch));
const page = { title: 'All courses', description: 'Everything we teach.', path: '/courses-list' };
const og = (head: ReturnType<typeof pageHead>) =>
  head.meta.find((meta) => 'property' in meta && meta.property === 'og:url');

afterEach(() => {
  vi.useRealTimers();
});

describe('pageHead', () => {
  it('the canonical link of a page is a path without a domain if the site’s public URL is not configured', () => {
    const head = pageHead(newClient(), page);
    expect(head.links).toEqual([{ rel: 'canonical', href: '/courses-list' }]);
    expect(og(head)).toBeUndefined();
  });

  it.each(['https://academy.example', 'https://academy.example/'])(
    'the canonical link of a page is an absolute URL with one slash after the domain when the site’s public URL is %s',
    (address) => {
      const client = newClient();
      setSiteAddress(client, address);
      const head = pageHead(client, page);
      expect(head.links).toEqual([{ rel: 'canonical', href: 'https://academy.example/courses-list' }]);
      expect(og(head)).toEqual({ property: 'og:url', content: 'https://academy.example/courses-list' });
    },
  );

  it('a day after the server rendered a page, the browser still builds the same page head as the server', () => {
    vi.useFakeTimers();
    const [server, browser] = [newClient(), newClient()];
    setSiteAddress(server, 'https://academy.example');
    const rendered = pageHead(server, page);
    hydrate(browser, JSON.parse(JSON.stringify(dehydrate(server))));
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(pageHead(browser, page)).toEqual(rendered);
  });

  it.each([
    [undefined, 'https://academy.example/media/brand/og.png'],
    ['/media/courses/flame-640.webp', 'https://academy.example/media/courses/flame-640.webp'],
  ])('a page with the picture path “%s” has the Open Graph image %s', (image, address) => {
    const client = newClient();
    setSiteAddress(client, 'https://academy.example');
    const { meta } = pageHead(client, { ...page, ...(image ? { image } : {}) });
    expect(meta).toContainEqual({ property: 'og:image', content: address });
  });
});
