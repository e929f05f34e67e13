import { describe, expect, it } from 'vitest';
import { createQueryClient } from '../../../../src/app/query-client.ts';
import { antiRaggingHead, metaHead } from '../../../../src/content/policies/policy-head.ts';
import { createApi } from '../../../../src/lib/api.ts';
import { setSiteAddress } from '../../../../src/lib/site-address.ts';
import { academyAntiRagging, academyTerms } from './contents.ts';

const client = createQueryClient(createApi(fetch));

describe('the head of a policy page', () => {
  it('the HTML head of a policy page is filled from the policy’s content and contains a breadcrumb to Home', () => {
    setSiteAddress(client, 'https://academy.example');
    const head = metaHead(client, academyTerms.title, academyTerms.meta);
    expect(head).toMatchObject({
      title: 'Terms and conditions | Landfall Maritime Academy',
      isWholeTitle: true,
      description: academyTerms.meta.description,
      keywords: academyTerms.meta.keywords,
      path: '/terms',
    });
    expect(head.structured[0]?.itemListElement.map(({ name, item }) => [name, item])).toEqual([
      ['Home', 'https://academy.example/'],
      ['Terms and Conditions', 'https://academy.example/terms'],
    ]);
  });
});

describe('the head of the anti-ragging page', () => {
  it('the HTML head of the anti-ragging page is filled from the content of the page', () => {
    expect(antiRaggingHead(client, academyAntiRagging)).toMatchObject({
      title: academyAntiRagging.metaTitle,
      isWholeTitle: true,
      description: academyAntiRagging.metaDescription,
      keywords: academyAntiRagging.keywords,
      path: academyAntiRagging.canonicalUrl,
    });
  });

  it('empty fields for the HTML head of the anti-ragging page are filled from its other content, or from fixed texts', () => {
    const bare = {
      ...academyAntiRagging,
      title: 'No ragging',
      metaTitle: '',
      metaDescription: '',
      keywords: '',
      canonicalUrl: '',
    };
    expect(antiRaggingHead(client, bare)).toMatchObject({
      title: 'No ragging',
      isWholeTitle: false,
      description: academyAntiRagging.introduction,
      keywords: 'anti-ragging, ragging helpline, anti-ragging committee',
      path: '/anti-ragging-policy-and-reporting',
    });
    expect(antiRaggingHead(client, { ...bare, title: '', introduction: '' })).toMatchObject({
      title: 'Anti-Ragging Policy and Reporting',
      description: 'Ragging is forbidden: committee, nodal officer, 24x7 helpline and how to report it.',
    });
  });
});
