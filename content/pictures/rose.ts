import { bearings } from './contours.ts';
import { disc, fill, line, ring } from './shapes.ts';

export interface RoseInk {
  readonly dark: string;
  readonly light: string;
  readonly north: string;
  readonly lines: string;
}

const point = (angle: number, length: number, half: number, ink: RoseInk, north: boolean): string =>
  `<g transform="rotate(${angle})">${fill(`M0 ${-length}L${half} ${-half}L0 0Z`, north ? ink.north : ink.dark)}${fill(
    `M0 ${-length}L${-half} ${-half}L0 0Z`,
    north ? ink.north : ink.light,
  )}${north ? '' : line(`M0 ${-length}L${-half} ${-half}L0 0Z`, ink.dark, length / 90)}</g>`;

/** A compass rose of eight points in a ring of bearings, north in the accent colour. */
export const rose = (x: number, y: number, radius: number, ink: RoseInk): string => {
  const r = radius * 0.74;
  const small = [45, 135, 225, 315].map((a) => point(a, r * 0.62, r * 0.12, ink, false)).join('');
  const big = [90, 180, 270, 0].map((a) => point(a, r, r * 0.15, ink, a === 0)).join('');
  return (
    line(bearings(x, y, radius, 10, radius * 0.07), ink.lines, radius / 70) +
    ring(x, y, radius, ink.lines, radius / 60) +
    ring(x, y, radius * 0.8, ink.lines, radius / 90) +
    `<g transform="translate(${x} ${y})">${small}${big}${disc(0, 0, radius * 0.05, ink.dark)}</g>`
  );
};
