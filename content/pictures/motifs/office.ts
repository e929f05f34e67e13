import type { Ink } from '../palette.ts';
import { box, disc, edged, fill, line, ring } from '../shapes.ts';

export const securityShield = (ink: Ink): string =>
  fill('M50 2L90 15V46C90 72 72 88 50 98C28 88 10 72 10 46V15Z', ink.main) +
  line('M50 11L82 21V46C82 67 68 80 50 89C32 80 18 67 18 46V21Z', ink.soft, 3) +
  line('M39 46V38a11 11 0 0 1 22 0v8', ink.paper, 6) +
  box(31, 45, 38, 28, ink.accent, 4) +
  disc(50, 56, 4.5, ink.paper) +
  box(48, 57, 4, 9, ink.paper);

export const inspection = (ink: Ink): string =>
  box(8, 10, 62, 84, ink.main, 6) +
  box(15, 19, 48, 68, ink.paper, 2) +
  box(25, 4, 28, 14, ink.soft, 4) +
  line('M22 34l4 4 7-8M22 52l4 4 7-8M22 70l4 4 7-8', ink.accent, 4.5) +
  line('M40 35H56M40 53H48M40 71H46', ink.main, 4) +
  line('M78 78L95 95', ink.main, 9) +
  disc(67, 65, 21, ink.main) +
  disc(67, 65, 14.5, ink.soft) +
  line('M58 64q2-7 9-8', ink.paper, 4);

export const training = (ink: Ink): string =>
  box(30, 6, 68, 52, ink.main, 4) +
  box(36, 12, 56, 40, ink.paper, 1) +
  fill('M48 38H82L76 47H54Z', ink.soft) +
  fill('M64 35V18L79 35Z', ink.soft) +
  fill('M61 35V22L52 35Z', ink.accent) +
  disc(20, 43, 12, ink.main) +
  fill('M2 96C2 70 8 58 20 58H30Q42 58 42 96Z', ink.main) +
  line('M34 66L56 44', ink.accent, 6) +
  line('M56 72H96M56 83H96M56 94H84', ink.soft, 5);

const pan = (x: number, y: number, ink: Ink, colour: string): string =>
  line(`M${x} ${y}L${x - 15} ${y + 36}H${x + 15}Z`, ink.main, 3) +
  fill(`M${x - 18} ${y + 35}H${x + 18}Q${x + 15} ${y + 52} ${x} ${y + 52}T${x - 18} ${y + 35}Z`, colour);

export const lawScales = (ink: Ink): string =>
  line('M50 12V88', ink.main, 7) +
  fill('M30 96Q32 84 50 84T70 96Z', ink.main) +
  line('M20 27L80 17', ink.main, 6.5) +
  pan(20, 27, ink, ink.accent) +
  pan(80, 17, ink, ink.soft) +
  disc(50, 21, 8, ink.main) +
  disc(50, 21, 3.5, ink.paper);

const coin = (x: number, y: number, ink: Ink): string =>
  edged(`M${x} ${y}v7a19 8 0 0 0 38 0v-7Z`, ink.accent, ink.main, 3) +
  `<ellipse cx="${x + 19}" cy="${y}" rx="19" ry="8" fill="${ink.accent}" stroke="${ink.main}" stroke-width="3"/>`;

export const shipBusiness = (ink: Ink): string =>
  box(6, 6, 62, 82, ink.main, 5) +
  box(6, 6, 12, 82, ink.soft, 4) +
  box(25, 14, 36, 66, ink.paper, 1) +
  fill('M30 34H56L51 42H35Z', ink.main) +
  fill('M42 31V18L53 31Z', ink.accent) +
  line('M31 52H55M31 61H48M31 70H44', ink.main, 3.5) +
  ring(12, 30, 2, ink.main, 2) +
  coin(56, 84, ink) +
  coin(58, 73, ink) +
  coin(55, 62, ink);
