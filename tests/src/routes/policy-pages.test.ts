import { describe, expect, it } from 'vitest';
import { apiVersion, markerHeader } from '../../../contract/headers.ts';
import { render } from '../../../src/app/entry-server.tsx';
import {
  academyAntiRagging,
  academyGrievance,
  academyPrivacy,
  academyRefund,
  academyTerms,
} from '../content/policies/contents.ts';

const contents: Record<string, unknown> = {
  terms: academyTerms,
  'refund-policy': academyRefund,
  'privacy-policy': academyPrivacy,
  'anti-ragging': academyAntiRagging,
  grievance: academyGrievance,
};

/** Renders a page on the server with a content service that has all pages, or that fails when `isDown`. */
function draw(path: string, { isDown = false } = {}) {
  const send: typeof fetch = async (input) => {
    const found = contents[String(input).replace('/api/cms/content/', '')];
    const isThere = found !== undefined && !isDown;
    // Refuse header and footer with 404, because a 404 is not retried.
    const failure = found === undefined ? 404 : 503;
    return new Response(JSON.stringify(isThere ? { statusCode: 200, data: found } : {}), {
      status: isThere ? 200 : failure,
      headers: { [markerHeader]: apiVersion },
    });
  };
  return render(`https://academy.example${path}`, 'nonce', send, { publicUrl: 'https://academy.example' });
}

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');

const pages = [
  ['/terms', academyTerms.meta, academyTerms.title, 'Seats and prices'],
  ['/refund-policy', academyRefund.meta, academyRefund.title, '90 % of what you paid.'],
  ['/privacy-policy', academyPrivacy.meta, academyPrivacy.title, 'We store no card numbers'],
  [
    '/anti-ragging-policy-and-reporting',
    { ...academyAntiRagging, title: academyAntiRagging.metaTitle, description: academyAntiRagging.metaDescription },
    academyAntiRagging.title,
    academyAntiRagging.warningText,
  ],
  ['/grievance-form', academyGrievance.meta, academyGrievance.title, 'Main Block, K-Block and Hostel'],
] as const;

describe('a policy page from the server', () => {
  it.each(pages)(
    'the server renders the policy page %s with its title, description, keywords and canonical link',
    async (path, meta) => {
      const { status, head } = await draw(path);
      expect(status).toBe(200);
      expect(plain(head.match(/<title>.*?<\/title>/)?.[0] ?? '').trim()).toBe(meta.title);
      expect(head).toContain(`<meta name="description" content="${meta.description}"`);
      expect(head).toContain(`<meta name="keywords" content="${meta.keywords}"`);
      expect(head).toContain(`<link rel="canonical" href="https://academy.example${path}"`);
    },
  );

  it.each(pages)(
    'the server renders the content of the policy page %s into the HTML',
    async (path, _, title, words) => {
      const { app } = await draw(path);
      expect(app.match(/<h1>(.*?)<\/h1>/)?.[1]?.replace('&amp;', '&')).toBe(title);
      expect(plain(app)).toContain(words);
    },
  );

  it.each([
    ['/terms', 'Terms and Conditions', 'Unable to load terms and conditions currently!'],
    ['/refund-policy', 'Cancellation & Refund Policy', 'Unable to load Cancellation & Refund Policy currently!'],
    ['/privacy-policy', 'Privacy Policy', 'Unable to load privacy policy currently!'],
    [
      '/anti-ragging-policy-and-reporting',
      'Anti-Ragging Policy and Reporting',
      'Unable to load the anti-ragging policy currently!',
    ],
  ])(
    'the server returns 503 and an error message for the policy page %s when its content is unavailable',
    async (path, title, failure) => {
      const { status, app } = await draw(path, { isDown: true });
      expect(status).toBe(503);
      expect(plain(app)).toContain(title);
      expect(plain(app)).toContain(failure);
      expect(plain(app)).toContain('Try again');
    },
  );

  it('the server renders the grievance form even when the CMS is unavailable', async () => {
    const { status, app, head } = await draw('/grievance-form', { isDown: true });
    expect(status).toBe(200);
    expect(plain(app)).toContain('Submit Grievance');
    expect(head).toContain('<title>Grievance form');
  });

  it.each([
    ['/grievance-form?tab=objectives', academyGrievance.raggingNotice],
    ['/grievance-form?tab=process', 'natural justice'],
  ])('the server renders the grievance page with the tab named in the URL %s', async (path, words) => {
    expect(plain((await draw(path)).app)).toContain(words);
  });

  it('the structured data of a policy page is a breadcrumb list from Home to the page', async () => {
    const { head, app } = await draw('/terms');
    const script = `${head}${app}`.match(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/)?.[1] ?? '{}';
    expect(JSON.parse(script)).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://academy.example/' },
        { '@type': 'ListItem', position: 2, name: 'Terms and Conditions', item: 'https://academy.example/terms' },
      ],
    });
  });
});
