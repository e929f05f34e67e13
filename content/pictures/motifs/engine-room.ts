import type { Ink } from '../palette.ts';
import { box, disc, fill, line, ring, turned } from '../shapes.ts';

export const engine = (ink: Ink): string =>
  line('M14 6V58M86 6V58', ink.soft, 7) +
  box(21, 8, 58, 37, ink.main, 5) +
  box(21, 15, 58, 3.5, ink.paper) +
  box(21, 22, 58, 3.5, ink.paper) +
  fill('M40 38H60L66 78H34Z', ink.main) +
  line('M39 45H61', ink.paper, 2.5) +
  disc(50, 36, 8, ink.accent) +
  disc(50, 78, 20, ink.main) +
  disc(50, 78, 11, ink.accent) +
  disc(50, 78, 4, ink.main);

const blade = 'M50 50C34 44 25 24 36 9C46-2 66 5 64 22C62 36 54 40 50 50Z';

export const propeller = (ink: Ink): string =>
  [0, 90, 180, 270]
    .map((a) => turned(a, fill(blade, ink.main) + line('M49 40C45 32 42 22 45 13', ink.soft, 3)))
    .join('') +
  disc(50, 50, 15, ink.paper) +
  disc(50, 50, 12, ink.accent) +
  disc(50, 50, 4.5, ink.main);

export const electrical = (ink: Ink): string =>
  fill('M50 2L92 26V74L50 98L8 74V26Z', ink.main) +
  line('M50 10L85 30V70L50 90L15 70V30Z', ink.soft, 2.5) +
  fill('M57 15L27 56H46L41 86L73 43H54Z', ink.accent);

export const hydraulics = (ink: Ink): string =>
  line('M20 56V40Q20 30 30 26', ink.accent, 6) +
  line('M52 56V44Q52 34 58 28', ink.accent, 6) +
  disc(44, 22, 20, ink.main) +
  disc(44, 22, 14, ink.paper) +
  line('M44 22L52 14', ink.accent, 4) +
  disc(44, 22, 3.5, ink.main) +
  box(10, 54, 54, 32, ink.main, 4) +
  box(16, 61, 30, 18, ink.soft, 2) +
  box(64, 64, 20, 12, ink.soft) +
  box(60, 58, 7, 24, ink.main, 2) +
  ring(89, 70, 7, ink.main, 6) +
  ring(6, 70, 4, ink.main, 4);

export const crane = (ink: Ink): string =>
  line('M6 95H62', ink.main, 6) +
  fill('M18 50H40L43 95H15Z', ink.main) +
  box(10, 32, 36, 22, ink.main, 3) +
  box(31, 37, 10, 10, ink.soft, 1) +
  line('M30 34L22 10L86 10', ink.main, 3) +
  line('M40 36L88 8', ink.main, 8) +
  line('M88 10V56', ink.accent, 4) +
  line('M74 68L88 56L96 68', ink.main, 3) +
  box(64, 67, 34, 20, ink.accent, 1) +
  line('M72 71V83M80 71V83M88 71V83', ink.main, 2.5);
