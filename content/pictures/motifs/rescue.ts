import type { Ink } from '../palette.ts';
import { box, disc, edged, fill, line, ring, swell } from '../shapes.ts';

export const lifebuoy = (ink: Ink): string =>
  ring(50, 50, 31, ink.accent, 19) +
  ring(50, 50, 31, ink.white, 19, ' stroke-dasharray="24.35" stroke-dashoffset="12.17"') +
  ring(50, 50, 41, ink.main, 3.5) +
  ring(50, 50, 21, ink.main, 3.5) +
  line('M50 3q18 0 29 13M97 50q0 18-13 29M50 97q-18 0-29-13M3 50q0-18 13-29', ink.main, 3.5);

export const flame = (ink: Ink): string =>
  fill(
    'M52 4C56 25 82 36 82 63C82 84 67 96 50 96C33 96 18 84 18 63C18 49 27 40 31 29C34 38 38 42 44 43C40 29 43 15 52 4Z',
    ink.accent,
  ) +
  fill(
    'M52 46C54 57 68 62 68 76C68 88 60 94 50 94C40 94 32 88 32 76C32 68 37 64 40 58C42 63 45 65 48 65C47 58 48 52 52 46Z',
    ink.main,
  ) +
  fill('M50 70C52 76 58 78 58 85C58 91 54 93 50 93C46 93 42 91 42 85C42 79 48 77 50 70Z', ink.soft);

export const firstAid = (ink: Ink): string =>
  line('M34 28V18q0-6 6-6h20q6 0 6 6v10', ink.main, 7) +
  box(8, 27, 84, 62, ink.main, 9) +
  box(20, 27, 3.5, 62, ink.soft) +
  box(76.5, 27, 3.5, 62, ink.soft) +
  disc(50, 58, 22, ink.paper) +
  fill('M44 42h12v10h10v12H56v10H44V64H34V52h10Z', ink.accent);

export const survivalSuit = (ink: Ink): string =>
  edged('M35 33H65L92 55L83 66L67 55V66L72 96H54L50 74L46 96H28L33 66V55L17 66L8 55Z', ink.accent, ink.main, 3.5) +
  edged('M50 4a15 16 0 0 1 15 16v13H35V20A15 16 0 0 1 50 4Z', ink.accent, ink.main, 3.5) +
  fill('M50 11a9 10 0 0 1 9 10q0 9-9 9t-9-9a9 10 0 0 1 9-10Z', ink.white) +
  line('M50 33V66', ink.main, 3.5) +
  line('M36 47h8M56 47h8M32 84h14M54 84h14', ink.white, 5);

export const lifeboat = (ink: Ink): string =>
  edged('M54 30V17H74V31', ink.accent, ink.main, 3.5) +
  edged('M10 53Q14 29 38 28H66Q88 30 92 53Z', ink.accent, ink.main, 3.5) +
  fill('M3 52H97L87 74Q84 80 76 80H24Q16 80 13 74Z', ink.main) +
  box(26, 37, 10, 8, ink.white, 2) +
  box(43, 37, 10, 8, ink.white, 2) +
  box(59, 20.5, 10, 6, ink.white, 1) +
  box(62, 37, 14, 15, ink.main, 2) +
  line('M14 60q9 9 18 0 9 9 18 0 9 9 18 0 9 9 18 0', ink.paper, 2.5) +
  swell(ink.soft);
