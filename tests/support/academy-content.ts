import { join } from 'node:path';
import { loadContent } from '../../server/content/load/load-content.ts';
import { fakeClock } from './clock.ts';
import { startTestApp, type TestApp } from './server.ts';

/** The day that the tests use as today when they load the demo academy's content. */
const contentDay = '2026-05-30';
const noon = Date.parse(`${contentDay}T06:30:00Z`);

/**
 * Starts the API with the content of the demo academy. The clock is set to noon in Asia/Kolkata on the day on which the
 * content was loaded.
 */
export async function startAcademyApp(
  options: Omit<NonNullable<Parameters<typeof startTestApp>[0]>, 'clock'> = {},
): Promise<TestApp> {
  const app = await startTestApp({ ...options, clock: fakeClock(noon) });
  await loadContent(app.db, join(import.meta.dirname, '../../content'), { today: contentDay });
  return app;
}
