const routeFile = /^src\/routes\/(.+)\.tsx\?/;

function segmentsOf(file: string): { segments: string[]; isIndex: boolean } {
  const segments = (routeFile.exec(file)?.[1] ?? '').split('.');
  const isIndex = segments.at(-1) === 'index';
  return { segments: isIndex ? segments.slice(0, -1) : segments, isIndex };
}

const countParameters = (segments: string[]) => segments.filter((segment) => segment.startsWith('$')).length;

/**
 * Of a manifest's keys, the route files that draw an address: its page, a written name before a parameter, and the
 * layouts on the way there.
 */
export function routeFilesOf(keys: readonly string[], pathname: string): string[] {
  const parts = pathname.split('/').filter(Boolean);
  const fitting = keys
    .filter((key) => routeFile.test(key))
    .map((key) => ({ key, ...segmentsOf(key) }))
    .filter(({ segments }) => segments.every((segment, at) => segment.startsWith('$') || segment === parts[at]));
  const pages = fitting
    .filter(({ segments }) => segments.length === parts.length)
    .sort((a, b) => countParameters(a.segments) - countParameters(b.segments));
  const layouts = fitting.filter(
    ({ segments, isIndex }) => !isIndex && segments.length < parts.length && countParameters(segments) === 0,
  );
  return [...layouts, ...pages.slice(0, 1)].map(({ key }) => key);
}
