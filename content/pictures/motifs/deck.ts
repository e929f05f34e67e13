import type { Ink } from '../palette.ts';
import { box, disc, edged, fill, line, ring, swell, turned } from '../shapes.ts';

export const anchor = (ink: Ink): string =>
  ring(50, 13, 8.5, ink.main, 6) +
  line('M50 22V90', ink.main, 10) +
  line('M28 36H72', ink.main, 9) +
  line('M13 62Q18 90 50 91Q82 90 87 62', ink.main, 10) +
  fill('M3 70L12 48L29 65ZM97 70L88 48L71 65Z', ink.main) +
  line('M56 8Q84 4 78 24T62 50Q40 56 40 66T66 78', ink.accent, 5);

const strand = 'M4 74C34 74 40 28 64 28C86 28 86 72 64 72C40 72 34 26 4 26';
const mirror = 'M96 74C66 74 60 28 36 28C14 28 14 72 36 72C60 72 66 26 96 26';

export const knot = (ink: Ink): string => {
  const rope = (d: string, colour: string): string =>
    line(d, ink.paper, 18) + line(d, ink.main, 14.5) + line(d, colour, 9);
  return (
    rope(strand, ink.soft) +
    rope(mirror, ink.accent) +
    rope('M40 56C46 42 52 28 64 28C80 28 85 52 76 65', ink.soft) +
    rope('M44 66C34 58 26 27 4 26', ink.soft)
  );
};

export const galley = (ink: Ink): string => {
  const edge = ink.edge;
  return (
    edged('M27 64C6 64 2 36 23 30C26 10 48 4 57 16C74 6 92 20 84 36C100 42 96 66 74 64V92H27Z', ink.white, edge, 4.5) +
    box(27, 76, 47, 13, ink.accent) +
    line('M40 66V54M50 66V48M61 66V54', edge, 4)
  );
};

const wing = 'M50 50Q40 32 46 2Q59 30 56 50Z';

export const windTurbine = (ink: Ink): string => {
  const rotor = (body: string): string => [0, 120, 240].map((a) => turned(a, body)).join('');
  return (
    fill('M46.5 50H54L58.5 88H42Z', ink.main) +
    rotor(fill(wing, ink.main)) +
    disc(50.5, 50, 7.5, ink.accent) +
    `<g transform="translate(56 30) scale(.55)">${fill('M47 50H53L57 108H43Z', ink.soft)}${turned(30, rotor(fill(wing, ink.soft)))}</g>` +
    fill('M32 84H68L64 92H36Z', ink.accent) +
    swell(ink.soft)
  );
};

export const officerCap = (ink: Ink): string => {
  const edge = ink.edge;
  const band = ink.band;
  return (
    edged('M3 38Q20 11 50 10Q80 11 97 38Q92 52 76 58H24Q8 52 3 38Z', ink.white, edge, 4) +
    edged('M22 54Q50 46 78 54V70Q50 62 22 70Z', band, edge, 3) +
    edged('M20 70Q50 60 80 70Q82 90 50 91Q18 90 20 70Z', band, edge, 3) +
    line('M23 68Q50 59 77 68', ink.accent, 4.5) +
    disc(50, 40, 14, ink.accent) +
    ring(50, 34, 2.5, ink.white, 2) +
    line('M50 37V49M44 40H56M41 44Q43 49 50 49.5Q57 49 59 44', ink.white, 2.6)
  );
};
