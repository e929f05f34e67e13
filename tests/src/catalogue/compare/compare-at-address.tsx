import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ComparePage } from '../../../../src/catalogue/compare/compare-page.tsx';
import { readCompareAddress } from '../../../../src/catalogue/compare/compared-courses.ts';

/**
 * Renders the course comparison as its route does: the search parameters in the URL are parsed again only when they
 * change.
 */
export function CompareAtAddress({ today }: { today: string }) {
  const search = useSearch({ strict: false });
  const address = useMemo(() => readCompareAddress(search), [search]);
  return <ComparePage address={address} today={today} />;
}
