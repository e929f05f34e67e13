/** Short names for the few SVG shapes everything here is made of. */
export const fill = (d: string, colour: string): string => `<path d="${d}" fill="${colour}"/>`;

export const line = (d: string, colour: string, width: number, extra = ''): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${extra}/>`;

export const edged = (d: string, colour: string, edge: string, width = 3.5): string =>
  `<path d="${d}" fill="${colour}" stroke="${edge}" stroke-width="${width}" stroke-linejoin="round"/>`;

export const disc = (x: number, y: number, r: number, colour: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`;

export const ring = (x: number, y: number, r: number, colour: string, width: number, extra = ''): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${colour}" stroke-width="${width}"${extra}/>`;

export const box = (x: number, y: number, w: number, h: number, colour: string, rx = 0): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}"${rx ? ` rx="${rx}"` : ''} fill="${colour}"/>`;

export const turned = (degrees: number, body: string): string => `<g transform="rotate(${degrees} 50 50)">${body}</g>`;

export const placed = (x: number, y: number, size: number, body: string): string =>
  `<g transform="translate(${round(x - size / 2)} ${round(y - size / 2)}) scale(${round(size / 100)})">${body}</g>`;

export const round = (n: number): number => Math.round(n * 100) / 100;

/** Two swells under a hull, in a 100 x 100 box. */
export const swell = (colour: string): string => line('M8 90q7-7 14 0t14 0 14 0 14 0 14 0 14 0', colour, 4);

export const svg = (width: number, height: number, viewBox: string, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}">${body}</svg>`;
