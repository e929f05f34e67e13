import { shoalLines, strokes, ticks } from './contours.ts';
import { type Family, families } from './families.ts';
import { type Motif, motifs } from './motifs/motifs.ts';
import * as c from './palette.ts';
import { box, disc, line, placed, ring, svg } from './shapes.ts';

export const coursePicture = (family: Family, motif: Motif, width: number): string => {
  const ground = families[family](`${family} ${motif}`);
  const drawing = placed(ground.x, ground.y, ground.size, motifs[motif](ground.ink));
  return svg(width, width * 0.625, '0 0 320 200', ground.back + drawing);
};

/** The two courses a package is drawn with, by its number from 1. */
export const packagePairs: readonly (readonly [Motif, Motif])[] = [
  ['lifebuoy', 'flame'],
  ['tanker', 'gas-carrier'],
  ['radar', 'chart'],
  ['engine', 'electrical'],
  ['first-aid', 'survival-suit'],
  ['officer-cap', 'sextant'],
  ['security-shield', 'radio'],
  ['simulator-bridge', 'passenger-ship'],
  ['inspection', 'law-scales'],
  ['lifeboat', 'knot'],
];

/** Two ports on one chart, and the course between them. */
export const packagePicture = (number: number, pair: readonly [Motif, Motif], width: number): string => {
  const [first, second] = pair;
  const shoals = shoalLines(`package ${number}`, {
    x: 160,
    y: 250,
    from: 70,
    step: 26,
    count: 6,
    stretch: 1.4,
    wander: 0.2,
  });
  const back =
    box(0, 0, 320, 200, c.shoal) +
    strokes(shoals, c.sea, 1.4) +
    line(ticks(0, 0, 320, 16, 4, false), c.navy, 1.4) +
    line('M146 -4L176 204', c.orange, 4.5, ' stroke-dasharray="1 11"');
  const left =
    disc(79, 112, 71, c.navy) + ring(79, 112, 65.5, c.navySoft, 1.8) + placed(79, 112, 94, motifs[first](c.inkOnDark));
  const right =
    disc(241, 90, 71, c.paper) + ring(241, 90, 69.5, c.teal, 3.5) + placed(241, 90, 94, motifs[second](c.inkOnLight));
  return svg(width, width * 0.625, '0 0 320 200', back + left + right);
};
