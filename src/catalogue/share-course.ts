import type { Course } from '../../contract/course.ts';
import { coursePath } from '../../contract/pages.ts';
import { showToast } from '../ui/toasts.ts';

/** Sends a course on by the device's own sheet; where it has none, its address is copied, or shown to be copied. */
export async function shareCourse(course: Pick<Course, 'id' | 'meta_text' | 'course_name'>): Promise<void> {
  const url = new URL(coursePath(course), window.location.href).href;
  if ('share' in navigator) {
    // Who closes the sheet has changed their mind.
    await navigator.share({ title: course.course_name, url }).catch(() => {});
    return;
  }
  try {
    await (navigator as Navigator).clipboard.writeText(url);
    showToast({ message: 'Link copied', tone: 'right' });
  } catch {
    showToast({ message: `Copy this address: ${url}` });
  }
}
