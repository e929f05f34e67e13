import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ComparePage } from '../../../src/catalogue/compare/compare-page.tsx';
import { readCompareAddress } from '../../../src/catalogue/compare/compared.ts';

/** The page as its route draws it: the address read anew only when it changes. */
export function CompareAtAddress({ today }: { today: string }) {
  const search = useSearch({ strict: false });
  const address = useMemo(() => readCompareAddress(search), [search]);
  return <ComparePage address={address} today={today} />;
}
