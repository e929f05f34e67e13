import type { Ink } from '../palette.ts';
import { box, disc, edged, fill, line, ring } from '../shapes.ts';

export const radar = (ink: Ink): string =>
  disc(50, 50, 46, ink.main) +
  fill('M50 50V10A40 40 0 0 1 84.6 30Z', ink.accent) +
  ring(50, 50, 39, ink.soft, 2.5) +
  ring(50, 50, 26, ink.soft, 2.5) +
  ring(50, 50, 13, ink.soft, 2.5) +
  line('M50 11V89M11 50H89', ink.soft, 2) +
  line('M50 50L84.6 30', ink.paper, 3.5) +
  disc(32, 33, 5, ink.paper) +
  disc(66, 68, 4, ink.paper) +
  disc(33, 70, 3.5, ink.paper);

export const chart = (ink: Ink): string => {
  const edge = ink.edge;
  return (
    edged('M4 22L35 10L65 22L96 10V78L65 90L35 78L4 90Z', ink.white, edge, 4) +
    fill('M35 10L65 22V90L35 78Z', ink.soft) +
    fill('M72 19.5L94.5 11V37Q86 37 84 30T72 19.5Z', ink.land) +
    line('M35 10V78M65 22V90', edge, 3) +
    line('M15 74L28 52L50 60L74 52', ink.accent, 5, ' stroke-dasharray="1 9"') +
    ring(15, 74, 5, edge, 3.5) +
    line('M76 45L88 57M88 45L76 57', ink.accent, 5.5)
  );
};

export const radio = (ink: Ink): string =>
  box(30, 4, 9, 36, ink.main, 4) +
  box(27, 32, 44, 64, ink.main, 8) +
  box(57, 25, 9, 9, ink.main, 2) +
  box(22, 48, 6, 18, ink.accent, 2) +
  box(34, 40, 30, 17, ink.soft, 2) +
  [64, 74, 84].map((y) => [39, 49, 59].map((x) => disc(x, y, 3.4, ink.paper)).join('')).join('') +
  line('M50 4q6 6 6 14M62 1q10 9 10 22M75-1q13 11 13 29', ink.accent, 5);

const limb = [-30, -20, -10, 0, 10, 20, 30];

export const sextant = (ink: Ink): string => {
  const ticks = limb.map((a) => `<g transform="rotate(${a} 50 12)">${line('M50 88v3.5', ink.paper, 2.2)}</g>`).join('');
  return (
    line('M11 80A78 78 0 0 0 89 80', ink.main, 13) +
    ticks +
    line('M50 14L12 79M50 14L88 79', ink.main, 7) +
    line('M29 52Q50 62 71 52', ink.main, 5) +
    line('M50 12L63 88', ink.accent, 6.5) +
    disc(50, 13, 9, ink.main) +
    disc(50, 13, 3.5, ink.accent) +
    `<g transform="rotate(-14 22 38)">${box(2, 31, 36, 13, ink.main, 3)}${box(6, 34.5, 6, 6, ink.soft)}</g>` +
    box(72, 40, 9, 16, ink.soft, 2)
  );
};

export const simulatorBridge = (ink: Ink): string =>
  fill('M8 8H92L98 58H2Z', ink.main) +
  fill('M13 14H33L30 52H8Z', ink.soft) +
  fill('M38 14H62L65 52H35Z', ink.soft) +
  fill('M67 14H87L92 52H70Z', ink.soft) +
  fill('M11 40H31L30 52H9.5ZM36 40H64L65 52H35ZM69 40H89.5L91 52H70Z', ink.paper) +
  fill('M43 42L50 22L57 42L54 52H46Z', ink.accent) +
  fill('M12 64H88L98 96H2Z', ink.main) +
  box(15, 71, 18, 10, ink.soft, 2) +
  box(67, 71, 18, 10, ink.soft, 2) +
  ring(50, 80, 10.5, ink.accent, 4.5) +
  line('M50 71V89M41 80H59', ink.accent, 3);
