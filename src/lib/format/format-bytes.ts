const kilo = 1024;

/** Formats a number of bytes: `14 KB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes === 0) return '0 KB';
  const kilobytes = Math.max(1, Math.round(bytes / kilo));
  return kilobytes < kilo ? `${kilobytes} KB` : `${(bytes / kilo / kilo).toFixed(1)} MB`;
}
