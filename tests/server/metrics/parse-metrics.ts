/** Parses metrics in the text format of Prometheus: the values by name and labels. */
export function parseMetrics(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}
