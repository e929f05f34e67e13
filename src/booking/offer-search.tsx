import '../ui/controls.css';
import { TextInput } from '@mantine/core';
import type { BookingTab } from '../../contract/booking-tabs.ts';
import { Icon } from '../ui/icons.tsx';

const labels: Record<BookingTab, string> = { packages: 'Search packages', individual: 'Search courses' };

type OfferSearchProps = { tab: BookingTab; typed: string; onType: (typed: string) => void };

/** Search box of a tab. */
export function OfferSearch({ tab, typed, onType }: OfferSearchProps) {
  return (
    <TextInput
      type="search"
      label={labels[tab]}
      placeholder="Name or code"
      leftSection={<Icon name="search" size={18} />}
      value={typed}
      maxLength={200}
      autoComplete="off"
      enterKeyHint="search"
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}
