/** Formats a coordinate as degrees and minutes, as on a nautical chart: `13°05.1′ N`. */
function formatCoordinate(
  value: number,
  letters: readonly [positive: string, negative: string],
  digits: number,
): string {
  const tenths = Math.round(Math.abs(value) * 600);
  const degrees = String(Math.floor(tenths / 600)).padStart(digits, '0');
  const minutes = ((tenths % 600) / 10).toFixed(1).padStart(4, '0');
  return `${degrees}°${minutes}′ ${letters[value < 0 ? 1 : 0]}`;
}

/** The position in a map URL (`mlat`, `mlon`) as `13°05.1′ N, 080°17.4′ E`. Null if the URL has none. */
export function chartPosition(mapUrl: string): string | null {
  const [latitude, longitude] = [/[?&]mlat=([^&#]+)/, /[?&]mlon=([^&#]+)/].map((mark) =>
    Number(mark.exec(mapUrl)?.[1]),
  );
  if (latitude === undefined || longitude === undefined) return null;
  const isValid = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isValid ? `${formatCoordinate(latitude, ['N', 'S'], 2)}, ${formatCoordinate(longitude, ['E', 'W'], 3)}` : null;
}
