const routeFile = /^src\/routes\/(.+)\.tsx\?/;

function segmentsOf(file: string): { segments: string[]; isIndex: boolean } {
  const segments = (routeFile.exec(file)?.[1] ?? '').split('.');
  const isIndex = segments.at(-1) === 'index';
  return { segments: isIndex ? segments.slice(0, -1) : segments, isIndex };
}

const countParameters = (segments: string[]) => segments.filter((segment) => segment.startsWith('$')).length;

/**
 * The manifest keys of the route files that are needed to render the page at `pathname`: its layouts and the page
 * itself. If several routes match, one with fixed path segments is preferred to one with parameters.
 */
export function routeFilesOf(keys: readonly string[], pathname: string): string[] {
  const pathSegments = pathname.split('/').filter(Boolean);
  const matching = keys
    .filter((key) => routeFile.test(key))
    .map((key) => ({ key, ...segmentsOf(key) }))
    .filter(({ segments }) =>
      segments.every((segment, index) => segment.startsWith('$') || segment === pathSegments[index]),
    );
  const pages = matching
    .filter(({ segments }) => segments.length === pathSegments.length)
    .sort((a, b) => countParameters(a.segments) - countParameters(b.segments));
  const layouts = matching.filter(
    ({ segments, isIndex }) => !isIndex && segments.length < pathSegments.length && countParameters(segments) === 0,
  );
  return [...layouts, ...pages.slice(0, 1)].map(({ key }) => key);
}
