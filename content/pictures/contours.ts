import { line, round } from './shapes.ts';

/** A small seeded generator (mulberry32): the same name draws the same sea every time. */
const seeded = (name: string): (() => number) => {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A closed smooth curve through the points: quadratic steps between the middles of the sides. */
const closed = (points: readonly Point[], digits: number): string => {
  const at = (n: number): string => n.toFixed(digits).replace(/\.0$/, '');
  const middles = points.map((p, i) => {
    const next = points[(i + 1) % points.length] ?? p;
    return { x: (p.x + next.x) / 2, y: (p.y + next.y) / 2 };
  });
  const last = middles.at(-1) ?? { x: 0, y: 0 };
  const steps = points.map((p, i) => {
    const m = middles[i] ?? p;
    return `Q${at(p.x)} ${at(p.y)} ${at(m.x)} ${at(m.y)}`;
  });
  return `M${at(last.x)} ${at(last.y)}${steps.join('')}Z`;
};

export interface Shoal {
  readonly x: number;
  readonly y: number;
  readonly from: number;
  readonly step: number;
  readonly count: number;
  /** Width over height. */
  readonly stretch?: number;
  readonly nodes?: number;
  /** How far a line wanders, as a share of its radius. */
  readonly wander?: number;
  readonly digits?: number;
}

/** Nested depth lines round a shoal, the innermost first; each differs a little from the one inside it. */
export const shoalLines = (seed: string, shoal: Shoal): string[] => {
  const random = seeded(seed);
  const { nodes = 14, stretch = 1.3, wander = 0.28, digits = 1 } = shoal;
  const waves = [1, 2, 3, 5].map((k) => ({
    k,
    phase: random() * 6.283,
    size: (wander * (0.5 + random())) / Math.sqrt(k),
  }));
  return Array.from({ length: shoal.count }, (_, ringIndex) => {
    const radius = shoal.from + shoal.step * ringIndex;
    const points = Array.from({ length: nodes }, (_, i) => {
      const angle = (i / nodes) * Math.PI * 2;
      const bend = waves.reduce(
        (sum, w) => sum + w.size * 0.6 * Math.sin(w.k * angle + w.phase + ringIndex * 0.13 * w.k),
        0,
      );
      const r = radius * (1 + bend);
      return { x: shoal.x + Math.cos(angle) * r * stretch, y: shoal.y + Math.sin(angle) * r };
    });
    return closed(points, digits);
  });
};

/** Tick marks along a straight edge, every fifth one longer; as one path. */
export const ticks = (x: number, y: number, length: number, step: number, size: number, down: boolean): string => {
  const count = Math.floor(length / step);
  return Array.from({ length: count + 1 }, (_, i) => {
    const long = i % 5 === 0 ? size * 1.8 : size;
    return down
      ? `M${round(x)} ${round(y + i * step)}h${round(long)}`
      : `M${round(x + i * step)} ${round(y)}v${round(long)}`;
  }).join('');
};

/** A ring of bearing ticks. */
export const bearings = (x: number, y: number, radius: number, every: number, size: number): string =>
  Array.from({ length: 360 / every }, (_, i) => {
    const angle = (i * every * Math.PI) / 180;
    const inner = radius - (i % 3 === 0 ? size * 1.7 : size);
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    return `M${round(x + sin * radius)} ${round(y - cos * radius)}L${round(x + sin * inner)} ${round(y - cos * inner)}`;
  }).join('');

export const strokes = (paths: readonly string[], colour: string, width: number): string =>
  line(paths.join(''), colour, width);
