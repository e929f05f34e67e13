/**
 * Parses the body of a provider's response as JSON. Returns undefined if it is not JSON, such as the HTML page of a
 * firewall or a captive portal.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
