import type { Course } from '../../../contract/course.ts';
import { coursePath } from '../../../contract/pages.ts';
import { showToast } from '../../ui/toasts/toasts.ts';

/** Opens the system's share sheet. Without one, copies the URL; if that fails too, shows the URL. */
export async function shareCourse(course: Pick<Course, 'id' | 'meta_text' | 'course_name'>): Promise<void> {
  const url = new URL(coursePath(course), window.location.href).href;
  if ('share' in navigator) {
    // Closing the sheet rejects the promise.
    await navigator.share({ title: course.course_name, url }).catch(() => {});
    return;
  }
  try {
    await (navigator as Navigator).clipboard.writeText(url);
    showToast({ message: 'Link copied', tone: 'success' });
  } catch {
    showToast({ message: `Copy this address: ${url}` });
  }
}
