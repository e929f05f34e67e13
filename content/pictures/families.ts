import { bearings, shoalLines, strokes, ticks } from './contours.ts';
import * as c from './palette.ts';
import { box, disc, edged, fill, line, ring } from './shapes.ts';

/** The ground of a 320 x 200 picture, and where and with what the motif is drawn on it. */
export interface Ground {
  readonly back: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly ink: c.Ink;
}

/** Coming ashore: white chart, shoal water stepping down from a buff coast on the left. */
const preSea = (seed: string): Ground => {
  const [land = '', ...water] = shoalLines(seed, {
    x: -14,
    y: 128,
    from: 44,
    step: 21,
    count: 5,
    stretch: 1,
    wander: 0.2,
  });
  const tints = [c.sea, c.shallow, c.shoal];
  const bands = [2, 1, 0].map((i) => fill(water[i] ?? '', tints[i] ?? c.shoal)).join('');
  return {
    back:
      box(0, 0, 320, 200, c.paper) +
      bands +
      edged(land, c.buff, c.buffDeep, 2) +
      strokes(water.slice(3), c.shallow, 1.4) +
      line(ticks(0, 0, 320, 16, 4, false), c.navy, 1.4),
    x: 204,
    y: 104,
    size: 148,
    ink: c.inkOnLight,
  };
};

/** On watch: a night display with range rings round own ship and a bearing scale. */
const postSea = (seed: string): Ground => ({
  back:
    box(0, 0, 320, 200, c.navy) +
    disc(160, 100, 138, c.navyDeep) +
    fill('M160 100L279 30A138 138 0 0 1 279 170Z', '#12354f') +
    strokes(
      shoalLines(seed, { x: 160, y: 100, from: 168, step: 20, count: 2, stretch: 1.05, wander: 0.08 }),
      c.navySoft,
      1.4,
    ) +
    ring(160, 100, 138, c.teal, 2.5) +
    ring(160, 100, 92, c.navySoft, 1.6) +
    line(bearings(160, 100, 138, 5, 6), c.teal, 1.8) +
    line('M0 100H76M244 100H320', c.navySoft, 1.6),
  x: 160,
  y: 100,
  size: 146,
  ink: c.inkOnDark,
});

const frameBars = (): string => {
  const across = Array.from({ length: 8 }, (_, i) => `M${8 + i * 38} 4h19M${8 + i * 38 + 19} 196h19`).join('');
  const down = Array.from({ length: 5 }, (_, i) => `M4 ${8 + i * 37}v18M316 ${8 + i * 37 + 18}v18`).join('');
  return line(across + down, c.navy, 5, ' style="stroke-linecap:butt"');
};

/** The plan: land tint, ruled as a chart sheet, with its scale border and a course laid off. */
const management = (seed: string): Ground => ({
  back:
    box(0, 0, 320, 200, c.buff) +
    fill(
      shoalLines(seed, { x: 320, y: 10, from: 74, step: 0, count: 1, stretch: 1.2, wander: 0.16 })[0] ?? '',
      '#e8d294',
    ) +
    line('M60 8V192M110 8V192M160 8V192M210 8V192M260 8V192M8 54H312M8 100H312M8 146H312', c.buffDeep, 1.3) +
    line('M22 178L60 146L88 133M232 67L260 54L300 24', c.teal, 2.4, ' stroke-dasharray="7 6"') +
    ring(37, 165.3, 6, c.teal, 2.4) +
    ring(283, 37, 6, c.teal, 2.4) +
    line('M1.5 1.5H318.5V198.5H1.5Z', c.navy, 1.5) +
    line('M7.5 7.5H312.5V192.5H7.5Z', c.navy, 1.5) +
    frameBars(),
  x: 160,
  y: 100,
  size: 146,
  ink: c.inkOnBuff,
});

/** One more light: a white disc on teal water, beams and swells running off to the right. */
const valueAdded = (seed: string): Ground => ({
  back:
    box(0, 0, 320, 200, c.teal) +
    fill('M116 100L340 -40V66ZM116 100L340 134V240Z', '#188e97') +
    strokes(
      shoalLines(seed, { x: 112, y: 100, from: 112, step: 22, count: 6, stretch: 1.02, wander: 0.1 }),
      '#3fa3a9',
      1.6,
    ) +
    disc(112, 100, 92, c.paper) +
    ring(112, 100, 86, c.sea, 1.6),
  x: 112,
  y: 100,
  size: 124,
  ink: c.inkOnLight,
});

export const families = {
  'pre-sea': preSea,
  'post-sea': postSea,
  management,
  'value-added': valueAdded,
} satisfies Record<string, (seed: string) => Ground>;

export type Family = keyof typeof families;

export const familyNames = Object.keys(families).filter((name): name is Family => name in families);
