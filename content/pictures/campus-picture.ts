import { shoalLines, strokes, ticks } from './contours.ts';
import { type Motif, motifs } from './motifs/motifs.ts';
import * as c from './palette.ts';
import { box, disc, fill, line, placed, round, svg } from './shapes.ts';

/** Places on campus by the name of their picture, with the motif that stands for each. */
const campusPlaces = {
  gate: 'anchor',
  simulator: 'simulator-bridge',
  'ship-in-campus': 'engine',
  'survival-pool': 'lifeboat',
  'fire-ground': 'flame',
  hostel: 'knot',
  library: 'chart',
  'chart-room': 'sextant',
  parade: 'officer-cap',
  workshop: 'propeller',
  'high-voltage': 'electrical',
  mess: 'galley',
} as const satisfies Record<string, Motif>;

export type CampusPlace = keyof typeof campusPlaces;

export const campusNames = Object.keys(campusPlaces).filter((name): name is CampusPlace => name in campusPlaces);

/** Roofs along the quay, each place with its own skyline. */
const skyline = (name: string): string => {
  const heights = [...`${name}harbour`].slice(0, 9).map((sign) => 14 + (sign.charCodeAt(0) % 7) * 5);
  const roofs = heights.map((height, index) => `V${150 - height}H${150 + (index + 1) * 20}`).join('');
  return fill(`M150 150${roofs}V150Z`, c.navySoft);
};

/** The lighthouse that the academy's mark is drawn after, with its beam over the water. */
const lighthouse = (x: number): string =>
  fill(`M${x} 52L-20 8V76Z`, '#f6ecd0') +
  fill(`M${x - 9} 150L${x - 5} 60H${x + 5}L${x + 9} 150Z`, c.paper) +
  fill(`M${x - 7.6} 120L${x - 6.4} 94H${x + 6.4}L${x + 7.6} 120Z`, c.orange) +
  box(x - 6, 47, 12, 13, c.navy) +
  fill(`M${x - 8} 47L${x} 38L${x + 8} 47Z`, c.navy) +
  disc(x, 53.5, 3.4, c.buff);

/** The academy seen from the harbour, with what the place is for in a porthole. */
export const campusPicture = (name: CampusPlace, width: number): string => {
  const swells = shoalLines(`campus ${name}`, {
    x: 160,
    y: 330,
    from: 150,
    step: 14,
    count: 4,
    stretch: 1.5,
    wander: 0.06,
  });
  const body =
    box(0, 0, 320, 200, c.shoal) +
    box(0, 150, 320, 50, c.tealDeep) +
    strokes(swells, c.teal, 2) +
    lighthouse(296) +
    skyline(name) +
    line(ticks(0, 0, 320, 16, 4, false), c.navy, 1.4) +
    disc(110, 100, 82, c.navy) +
    disc(110, 100, 73, c.paper) +
    bolts() +
    placed(110, 100, 104, motifs[campusPlaces[name]](c.inkOnLight));
  return svg(width, width * 0.625, '0 0 320 200', body);
};

function bolts(): string {
  const around = Array.from({ length: 8 }, (_, index) => (index * Math.PI) / 4 + Math.PI / 8);
  return around
    .map((angle) => disc(round(110 + 77.5 * Math.cos(angle)), round(100 + 77.5 * Math.sin(angle)), 1.9, c.buff))
    .join('');
}
