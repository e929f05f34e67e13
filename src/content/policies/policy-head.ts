import type { QueryClient } from '@tanstack/react-query';
import type { PageMeta } from '../../../contract/cms.ts';
import { paths } from '../../../contract/pages.ts';
import type { AntiRagging } from '../../../contract/policies.ts';
import { publicAddress } from '../../lib/site-address.ts';
import { antiRaggingTexts } from './policy-texts.ts';

/** What a page of rules tells search engines, in the words of `pageHead`. */
export type PolicyHead = {
  title: string;
  description: string;
  path: string;
  isWholeTitle: boolean;
  keywords: string;
  structured: Array<{ '@type': string; itemListElement: Array<Record<string, string | number>> }>;
};

/** Home, then the page itself. */
function structuredTrail(client: QueryClient, name: string, path: string): PolicyHead['structured'] {
  const steps = [
    { name: 'Home', path: paths.home },
    { name, path },
  ];
  const itemListElement = steps.map((step, place) => ({
    '@type': 'ListItem',
    position: place + 1,
    name: step.name,
    item: publicAddress(client, step.path) ?? step.path,
  }));
  return [{ '@type': 'BreadcrumbList', itemListElement }];
}

/** Head of a page whose content has its own words for it; `name` stands in the breadcrumb. */
export function metaHead(client: QueryClient, name: string, meta: PageMeta): PolicyHead {
  const { title, description, keywords, canonicalUrl: path } = meta;
  return { title, description, keywords, path, isWholeTitle: true, structured: structuredTrail(client, name, path) };
}

const fallback = {
  description: 'Ragging is forbidden: committee, nodal officer, 24x7 helpline and how to report it.',
  keywords: 'anti-ragging, ragging helpline, anti-ragging committee',
};

/** Head of the anti-ragging page; what the content leaves empty has a word of ours. */
export function antiRaggingHead(client: QueryClient, content: AntiRagging): PolicyHead {
  const title = content.metaTitle || content.title || antiRaggingTexts.title;
  const meta = {
    title,
    description: content.metaDescription || content.introduction || fallback.description,
    keywords: content.keywords || fallback.keywords,
    canonicalUrl: content.canonicalUrl || paths.antiRagging,
  };
  const name = content.title || antiRaggingTexts.title;
  return { ...metaHead(client, name, meta), isWholeTitle: content.metaTitle !== '' };
}
