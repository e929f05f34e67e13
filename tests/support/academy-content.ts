import { join } from 'node:path';
import { loadContent } from '../../server/content/content-load.ts';
import { fakeClock } from './clock.ts';
import { startTestApp, type TestApp } from './server.ts';

/** The project's own content, as it was loaded on this academy day. */
export const contentDay = '2026-05-30';
const noon = Date.parse(`${contentDay}T06:30:00Z`);

/** The API over the demo academy's content, at noon of the day of its loading. */
export async function startAcademyApp(
  options: Omit<NonNullable<Parameters<typeof startTestApp>[0]>, 'clock'> = {},
): Promise<TestApp> {
  const app = await startTestApp({ ...options, clock: fakeClock(noon) });
  await loadContent(app.db, join(import.meta.dirname, '../../content'), { today: contentDay });
  return app;
}
