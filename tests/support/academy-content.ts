import { join } from 'node:path';
import { loadContent } from '../../server/content/load/load-content.ts';
import { fakeClock } from './clock.ts';
import { startTestApp, type TestApp } from './server.ts';

/** The day on which the project’s own content is loaded. */
const contentDay = '2026-05-30';
const noon = Date.parse(`${contentDay}T06:30:00Z`);

/** Starts the API with the content of the demo academy, at noon of the day on which it was loaded. */
export async function startAcademyApp(
  options: Omit<NonNullable<Parameters<typeof startTestApp>[0]>, 'clock'> = {},
): Promise<TestApp> {
  const app = await startTestApp({ ...options, clock: fakeClock(noon) });
  await loadContent(app.db, join(import.meta.dirname, '../../content'), { today: contentDay });
  return app;
}
