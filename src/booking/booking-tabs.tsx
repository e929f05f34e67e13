import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import type { BookingTab } from '../../contract/booking-tabs.ts';
import { TabStrip } from '../ui/tabs/tab-strip.tsx';

const tabs: ReadonlyArray<{ key: BookingTab; label: string }> = [
  { key: 'packages', label: 'Course Packages' },
  { key: 'individual', label: 'Individual Courses' },
];

/**
 * The two tabs of Book Online. Rendering a panel with two thousand courses blocks a slow phone, so the tab is first
 * shown as pressed, and the panel opens after the next paint.
 */
export function BookingTabs({ tab, children }: { tab: BookingTab; children: ReactNode }) {
  const [pressed, setPressed] = useState<BookingTab | null>(null);
  const isOpening = useRef(false);
  if (pressed === tab) setPressed(null);
  const onPress = (event: MouseEvent<HTMLAnchorElement>, key: BookingTab) => {
    const link = event.currentTarget;
    if (isOpening.current || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setPressed(key);
    // Open the panel after the pressed tab has been painted: requestAnimationFrame runs before the paint, the timeout
    // after it.
    requestAnimationFrame(() =>
      setTimeout(() => {
        // Do not click the tab's link if the student has left the page: clicking a link that is no longer in the
        // document would reload the site.
        if (!link.isConnected) return;
        isOpening.current = true;
        link.click();
        isOpening.current = false;
      }),
    );
  };
  return (
    <TabStrip label="What to book" tabs={tabs} open={pressed ?? tab} look="even" onPress={onPress}>
      {children}
    </TabStrip>
  );
}
