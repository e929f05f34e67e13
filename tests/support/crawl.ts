/** What a crawl finds out about a page from its response and its HTML. */
export type PageFacts = {
  status: number;
  isPage: boolean;
  /** The target of the redirect if the response is a redirect, otherwise null. */
  location: string | null;
  title: string;
  description: string;
  canonical: string | null;
  headings: string[];
  /** The text of the page's main element. */
  words: string;
  /** Path and query of each link to a page of this site, without the fragment. */
  links: string[];
  /** The parsed JSON-LD data of the page. */
  structured: Array<{ '@type': string }>;
};
/**
 * What the crawl found on each page, by the path and query of the page. `from`: the page with the link to this page.
 */
export type Found = Map<string, PageFacts & { from: string }>;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
const decode = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
const wordsOf = (html: string) =>
  decode(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
const attribute = (tag: string, name: string) => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : decode(value);
};

function linksOf(html: string, at: string): string[] {
  const site = new URL(at).origin;
  const addresses = [...html.matchAll(/<a\s[^>]*>/g)].flatMap(([tag]) => attribute(tag, 'href') ?? []);
  const urls = addresses.map((address) => new URL(address, at)).filter(({ origin }) => origin === site);
  return [...new Set(urls.map(({ pathname, search }) => pathname + search))];
}

function readHtml(html: string, at: string): Omit<PageFacts, 'status' | 'isPage' | 'location'> {
  const head = html.slice(0, html.indexOf('</head>'));
  const tagsOf = (name: string) => [...head.matchAll(new RegExp(`<${name}\\s[^>]*>`, 'g'))].map(([tag]) => tag);
  const bare = html.replace(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, '');
  const description = tagsOf('meta').find((tag) => attribute(tag, 'name') === 'description');
  const canonical = tagsOf('link').find((tag) => attribute(tag, 'rel') === 'canonical');
  const scripts = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)];
  return {
    title: wordsOf(/<title[^>]*>([\s\S]*?)<\/title>/.exec(head)?.[1] ?? ''),
    description: (description && attribute(description, 'content')) ?? '',
    canonical: canonical ? attribute(canonical, 'href') : null,
    headings: [...bare.matchAll(/<h1[\s>][\s\S]*?<\/h1>/g)].map(([heading]) => wordsOf(heading)),
    words: wordsOf(/<main[\s>][\s\S]*<\/main>/.exec(bare)?.[0] ?? ''),
    links: linksOf(bare, at),
    structured: scripts.map(([, json = '']) => JSON.parse(json) as { '@type': string }),
  };
}

const nothing = { title: '', description: '', canonical: null, headings: [], words: '', links: [], structured: [] };

/** Requests a page as a browser without JavaScript does. A redirect is returned and not followed. */
export async function readPage(site: string, path: string): Promise<PageFacts> {
  const answer = await fetch(site + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
  const text = await answer.text();
  const facts = isPage ? readHtml(text, site + path) : nothing;
  return { status: answer.status, isPage, location: answer.headers.get('location'), ...facts };
}

/** Reads the sitemap that `robots.txt` names, and returns the paths of all pages in it. */
export async function readSitemap(site: string): Promise<string[]> {
  const robots = await (await fetch(`${site}/robots.txt`)).text();
  const address = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? '';
  const sitemap = await (await fetch(address)).text();
  return [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => new URL(decode(loc)).pathname);
}

/** Reads the pages in `start` and then, link by link, every linked page for which `isFollowed` returns true. */
export async function crawl(
  site: string,
  start: readonly string[],
  isFollowed: (address: string) => boolean,
): Promise<Found> {
  const found: Found = new Map();
  const queue = start.map((path) => ({ path, from: 'the start' }));
  const known = new Set(start);
  const follow = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const facts = await readPage(site, next.path);
      found.set(next.path, { ...facts, from: next.from });
      for (const link of facts.links) {
        if (known.has(link) || !isFollowed(link)) continue;
        known.add(link);
        queue.push({ path: link, from: next.path });
      }
    }
  };
  // Two workers read pages at the same time. A worker ends when the queue is empty, even if the other one then adds
  // links to it, so start both again while links are left.
  while (queue.length > 0) await Promise.all([follow(), follow()]);
  return found;
}
