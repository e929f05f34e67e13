/** Degrees as a navigator writes them: `13°05.1′ N`. */
function bearing(value: number, letters: readonly [positive: string, negative: string], digits: number): string {
  const tenths = Math.round(Math.abs(value) * 600);
  const degrees = String(Math.floor(tenths / 600)).padStart(digits, '0');
  const minutes = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
  return `${degrees}°${minutes}′ ${letters[value < 0 ? 1 : 0]}`;
}

/** The place that a map's address marks (`mlat`, `mlon`), as on a chart: `13°05.1′ N, 080°17.4′ E`; null where it marks none. */
export function chartPosition(mapUrl: string): string | null {
  const [latitude, longitude] = [/[?&]mlat=([^&#]+)/, /[?&]mlon=([^&#]+)/].map((mark) =>
    Number(mark.exec(mapUrl)?.[1]),
  );
  if (latitude === undefined || longitude === undefined) return null;
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPlace ? `${bearing(latitude, ['N', 'S'], 2)}, ${bearing(longitude, ['E', 'W'], 3)}` : null;
}
