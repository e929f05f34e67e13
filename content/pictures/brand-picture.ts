import { bearings, shoalLines, strokes, ticks } from './contours.ts';
import { mark } from './mark.ts';
import * as c from './palette.ts';
import { type RoseInk, rose } from './rose.ts';
import { box, disc, edged, line, placed, ring, svg } from './shapes.ts';

interface Sea {
  readonly lines: string;
  readonly faint: string;
  readonly rose: RoseInk;
}

const day: Sea = {
  lines: c.shallow,
  faint: c.shoal,
  rose: { dark: c.navy, light: c.paper, north: c.orange, lines: c.tealSoft },
};
const night: Sea = {
  lines: '#1d4a5c',
  faint: '#16324a',
  rose: { dark: c.tealSoft, light: c.navy, north: c.orange, lines: '#2b6a78' },
};

const field = (sea: Sea): string => {
  const right = { x: 1130, y: 250, from: 190, step: 52, count: 8, stretch: 1.25, wander: 0.16, nodes: 12, digits: 0 };
  const left = { x: 120, y: 470, from: 40, step: 44, count: 5, stretch: 1.6, wander: 0.2, nodes: 10, digits: 0 };
  const lines = shoalLines('landfall east', right);
  return (
    strokes(shoalLines('landfall west', left), sea.faint, 1.5) +
    strokes(lines.slice(3), sea.faint, 1.5) +
    strokes(lines.slice(0, 3), sea.lines, 1.75)
  );
};

/** Transparent, 1440 x 480, quiet on the left where words stand; place it with `xMaxYMid slice` behaviour. */
export const heroPicture = (dark: boolean): string => {
  const sea = dark ? night : day;
  const edge = line(ticks(0, 0, 1440, 24, 5, false), sea.lines, 1.5);
  return svg(1440, 480, '0 0 1440 480', field(sea) + edge + rose(1130, 245, 150, sea.rose)).replace(
    '<svg ',
    '<svg preserveAspectRatio="xMaxYMid slice" ',
  );
};

/** The picture a shared link gets: the mark raised over its own sea, 1200 x 630. */
export const sharePicture = (): string => {
  const shoals = shoalLines('landfall share', {
    x: 600,
    y: 330,
    from: 250,
    step: 62,
    count: 8,
    stretch: 1.2,
    wander: 0.1,
  });
  return svg(
    1200,
    630,
    '0 0 1200 630',
    box(0, 0, 1200, 630, c.navy) +
      strokes(shoals, '#1b3f5c', 2.5) +
      line(ticks(0, 0, 1200, 24, 7, false), c.tealSoft, 2) +
      disc(600, 318, 218, c.navyDeep) +
      ring(600, 318, 218, c.teal, 3) +
      line(bearings(600, 318, 218, 5, 10), c.tealSoft, 2.5) +
      `<g transform="translate(462 180) scale(11.5)">${mark(c.paper, c.orange)}</g>`,
  );
};

const words = (text: string, y: number, size: number, width: number, colour: string): string =>
  `<text x="80" y="${y}" font-family="Arial,Roboto,'Liberation Sans',sans-serif" font-weight="700" font-size="${size}" fill="${colour}" text-anchor="middle" textLength="${width}" lengthAdjust="spacingAndGlyphs">${text}</text>`;

const badge = (title: string, body: string): string =>
  svg(160, 160, '0 0 160 160', body)
    .replace('<svg ', `<svg role="img" aria-label="${title}" `)
    .replace('>', `><title>${title}</title>`);

const seal = (colour: string): string =>
  disc(80, 80, 78, c.paper) + ring(80, 80, 76, colour, 4) + line(bearings(80, 80, 70, 6, 4), colour, 1.5);

/** Badges of our own invention: they say what is approved and copy nobody's emblem. */
export const badges: Record<string, () => string> = {
  'approval-university': () =>
    badge(
      'IMU affiliated',
      seal(c.navy) +
        placed(
          80,
          51,
          56,
          edged('M4 42L50 20L96 42L50 64Z', c.navy, c.navy) +
            edged('M24 58V76Q50 92 76 76V58L50 71Z', c.teal, c.teal, 2) +
            line('M90 44V70', c.orange, 5),
        ) +
        words('IMU', 104, 26, 50, c.navy) +
        words('affiliated', 122, 15, 66, c.navy),
    ),
  'approval-directorate': () =>
    badge(
      'DG Shipping approved',
      seal(c.teal) +
        placed(
          80,
          48,
          52,
          ring(50, 50, 30, c.navy, 8) +
            line('M50 6V94M6 50H94M19 19L81 81M81 19L19 81', c.navy, 6) +
            disc(50, 50, 11, c.orange),
        ) +
        words('DG Shipping', 99, 17, 98, c.navy) +
        words('approved', 118, 15, 64, c.navy),
    ),
  'approval-iso': () =>
    badge(
      'ISO 9001:2015',
      seal(c.navy) +
        placed(80, 47, 46, line('M14 54L40 78L88 22', c.orange, 15)) +
        words('ISO', 98, 26, 46, c.navy) +
        words('9001:2015', 118, 17, 82, c.navy),
    ),
};
