import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CmsPage } from '../../../../contract/cms.ts';
import { createQueryClient } from '../../../../src/app/query-client.ts';
import { cmsQueries } from '../../../../src/content/cms/cms.queries.ts';
import { loadCmsPage } from '../../../../src/content/cms/load-cms-page.ts';
import { setSiteAddress } from '../../../../src/lib/site-address.ts';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { brand } from '../../catalogue/academy.ts';
import { cmsPage, fullPage } from './pages.ts';

const success = (page: CmsPage): Answered => ({ body: { statusCode: 200, data: page } });

function openClient(page: Answered, header: Answered = { body: { statusCode: 200, data: { brand, items: [] } } }) {
  const names = ['about', 'contact', 'mission-vision'];
  const pages = Object.fromEntries(names.map((name) => [`GET /api/cms/content/${name}`, page]));
  const { api, sent } = answeringApi({ ...pages, 'GET /api/cms/header': header });
  return { client: createQueryClient(api), sent };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the head of a content page', () => {
  it('the HTML head of a content page is filled from the content of the page', async () => {
    const { client } = openClient(success(cmsPage()));
    expect((await loadCmsPage(client, 'mission-vision')).head).toEqual({
      title: 'About us | Harbour Academy',
      description: 'Who we are.',
      keywords: 'harbour, academy',
      path: '/about-us',
      isWholeTitle: true,
      image: '/media/campus/gate-640.webp',
      structured: [],
    });
  });

  it('the About page describes the academy in structured data with absolute addresses', async () => {
    const { client } = openClient(success(fullPage));
    setSiteAddress(client, 'https://academy.example');
    const [academy] = (await loadCmsPage(client, 'about')).head.structured;
    expect(academy).toMatchObject({
      '@type': 'EducationalOrganization',
      name: brand.name,
      url: 'https://academy.example/',
      image: 'https://academy.example/media/campus/gate-640.webp',
      email: brand.email,
      address: { '@type': 'PostalAddress', streetAddress: '14 Lighthouse Road, Chennai 600001', addressCountry: 'IN' },
      contactPoint: [
        { contactType: 'Campus and admissions', telephone: '98765 40001', email: 'admissions@example.com' },
        { contactType: 'Head office', telephone: '98765 40021' },
      ],
      hasCredential: [{ name: 'Approved institute', identifier: 'DGS/1998' }],
    });
  });

  it('the questions of a content page become structured data of the type FAQPage', async () => {
    const { client } = openClient(success(fullPage));
    expect((await loadCmsPage(client, 'contact')).head.structured).toEqual([
      {
        '@type': 'FAQPage',
        mainEntity: [
          {
            '@type': 'Question',
            name: 'Do I need to swim?',
            acceptedAnswer: { '@type': 'Answer', text: 'You need to float.' },
          },
        ],
      },
    ]);
  });

  it('the About page loads without structured data when the site header cannot be loaded', async () => {
    const { client } = openClient(success(cmsPage()), refusal(404, 'NOT_FOUND'));
    expect((await loadCmsPage(client, 'about')).head.structured).toEqual([]);
  });
});

describe('loading a content page', () => {
  it.each<[string, Answered]>([
    ['an unexpected statusCode', { body: { statusCode: 500, data: cmsPage() } }],
    ['an unexpected body', { body: { statusCode: 200, data: { hero: {} } } }],
    ['a 404', refusal(404, 'NOT_FOUND')],
  ])('loading a content page fails after %s', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { client } = openClient(answer);
    const failing = expect(loadCmsPage(client, 'contact')).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(30_000);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(30_000);
    await failing;
  });

  it('the data of a content page counts as fresh for 5 minutes and stays cached for 10', () => {
    const { staleTime, gcTime } = cmsQueries.page('about');
    expect([staleTime, gcTime]).toEqual([300_000, 600_000]);
  });
});
