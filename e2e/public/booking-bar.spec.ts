import { textFaults } from '../support/browser/layout-faults.ts';
import { expect, test } from '../support/test.ts';

const programme = '/course-booking/btech-marine-engineering-303';
const withLongNote = '/course-booking/graduate-marine-engineering-gme-305';

test.use({ viewport: { width: 360, height: 640 } });

test('on a small phone, the booking bar of a course page says what the price covers, and takes less than a sixth of the window’s height', async ({
  page,
}) => {
  for (const [path, texts] of [
    [programme, ['Year 1', 'over 4 years', 'You pay year 1 now', 'hostel included', 'Book this course']],
    [withLongNote, ['hostel included, instalments on request', 'Book this course']],
  ] as const) {
    await page.goto(path);
    const bar = page.locator('main [data-sticky-action]');
    await expect(bar).toBeVisible();
    for (const text of texts) await expect(bar.getByText(text).first()).toBeInViewport({ ratio: 1 });
    expect((await bar.boundingBox())?.height, path).toBeLessThan(640 / 6);
    expect(await textFaults(page), path).toEqual([]);
  }
});
