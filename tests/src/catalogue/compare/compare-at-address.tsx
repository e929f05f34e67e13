import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ComparePage } from '../../../../src/catalogue/compare/compare-page.tsx';
import { readCompareAddress } from '../../../../src/catalogue/compare/compared-courses.ts';

/** Renders the comparison as its route does: the address is parsed again only when it changes. */
export function CompareAtAddress({ today }: { today: string }) {
  const search = useSearch({ strict: false });
  const address = useMemo(() => readCompareAddress(search), [search]);
  return <ComparePage address={address} today={today} />;
}
