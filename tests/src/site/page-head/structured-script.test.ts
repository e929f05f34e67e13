// Structured data is written by the server only, so this file runs in Node and not in jsdom like page-head.test.tsx.
import { expect, it } from 'vitest';
import { createQueryClient } from '../../../../src/app/query-client.ts';
import { createApi } from '../../../../src/lib/api.ts';
import { pageHead } from '../../../../src/site/page-head/page-head.ts';

it('the less-than sign is escaped in a page’s structured data, so that no title can close the script element', () => {
  const course = { '@type': 'Course', name: 'Knots </script><script>alert(1)</script> & <!-- splices' };
  const { scripts } = pageHead(createQueryClient(createApi(fetch)), {
    title: 'Knots',
    description: 'How to tie them.',
    path: '/knots',
    structured: [course],
  });
  const [script] = scripts;
  expect(script?.type).toBe('application/ld+json');
  expect(script?.children).not.toContain('<');
  expect(JSON.parse(script?.children ?? '')).toEqual({ '@context': 'https://schema.org', ...course });
});
