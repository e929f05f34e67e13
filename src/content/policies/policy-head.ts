import type { QueryClient } from '@tanstack/react-query';
import type { PageMeta } from '../../../contract/cms.ts';
import { paths } from '../../../contract/pages.ts';
import type { AntiRagging } from '../../../contract/policies.ts';
import { type StructuredTrail, structuredTrail } from '../../lib/structured-data.ts';
import { antiRaggingTexts } from './policy-texts.ts';

/** Options of `pageHead` for a policy page. */
export type PolicyHead = {
  title: string;
  description: string;
  path: string;
  isWholeTitle: boolean;
  keywords: string;
  structured: StructuredTrail[];
};

/** Head of a policy page, from the meta texts in the page's content. `name`: the page's name in the breadcrumb. */
export function metaHead(client: QueryClient, name: string, meta: PageMeta): PolicyHead {
  const { title, description, keywords, canonicalUrl: path } = meta;
  return {
    title,
    description,
    keywords,
    path,
    isWholeTitle: true,
    structured: [structuredTrail(client, [{ name, path }])],
  };
}

const fallback = {
  description: 'Ragging is forbidden: committee, nodal officer, 24x7 helpline and how to report it.',
  keywords: 'anti-ragging, ragging helpline, anti-ragging committee',
};

/** Head of the anti-ragging page. Empty meta texts have fallbacks. */
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
