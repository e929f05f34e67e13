import type { ReactNode } from 'react';
import type { BookingTab } from '../../contract/booking-tabs.ts';
import { TabStrip } from '../ui/tab-strip.tsx';

const tabs: ReadonlyArray<{ key: BookingTab; label: string }> = [
  { key: 'packages', label: 'Course Packages' },
  { key: 'individual', label: 'Individual Courses' },
];

/** The two tabs of Book Online (document 1, section 2). */
export function BookingTabs({ tab, children }: { tab: BookingTab; children: ReactNode }) {
  return (
    <TabStrip label="What to book" tabs={tabs} open={tab} look="even">
      {children}
    </TabStrip>
  );
}
