/**
 * Parses the JSON that a provider has sent. Returns undefined for anything else, such as the HTML page of a firewall or
 * a captive portal.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
