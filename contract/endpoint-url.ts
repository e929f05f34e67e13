import type { Endpoint } from './endpoint.ts';

/** The path and query of a call: path parameters filled in, query parameters sorted by name. */
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
