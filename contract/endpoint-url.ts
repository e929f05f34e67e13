import type { Endpoint } from './endpoint.ts';

/** Address of a call from the site's root: parameters filled in, the query in one order. */
export function endpointUrl(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = endpoint.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  search.sort();
  return search.size > 0 ? `${path}?${search}` : path;
}
