import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import type { BookingTab } from '../../contract/booking-tabs.ts';
import { TabStrip } from '../ui/tab-strip.tsx';

const tabs: ReadonlyArray<{ key: BookingTab; label: string }> = [
  { key: 'packages', label: 'Course Packages' },
  { key: 'individual', label: 'Individual Courses' },
];

/**
 * The two tabs of Book Online (document 1, section 2). A panel of two thousand courses takes a slow phone longer to draw than
 * a tap may wait, so that the tab shows that it was pressed in the next frame, and opens after it.
 */
export function BookingTabs({ tab, children }: { tab: BookingTab; children: ReactNode }) {
  const [pressed, setPressed] = useState<BookingTab | null>(null);
  const isOpening = useRef(false);
  if (pressed === tab) setPressed(null);
  const press = (event: MouseEvent<HTMLAnchorElement>, key: BookingTab) => {
    const link = event.currentTarget;
    if (isOpening.current || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setPressed(key);
    // A frame's callbacks come before its paint.
    requestAnimationFrame(() =>
      setTimeout(() => {
        // Who left meanwhile stays where they went: a link that is on no page would load its own.
        if (!link.isConnected) return;
        isOpening.current = true;
        link.click();
        isOpening.current = false;
      }),
    );
  };
  return (
    <TabStrip label="What to book" tabs={tabs} open={pressed ?? tab} look="even" onPress={press}>
      {children}
    </TabStrip>
  );
}
