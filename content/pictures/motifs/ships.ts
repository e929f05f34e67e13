import type { Ink } from '../palette.ts';
import { box, disc, edged, fill, line, swell } from '../shapes.ts';

const hull = (ink: Ink): string =>
  fill('M3 56H60L64 53H99Q96 66 87 80H12Q4 72 3 56Z', ink.main) + box(9, 72, 82.5, 4.5, ink.accent);

const house = (ink: Ink): string =>
  box(8, 26, 22, 31, ink.main) +
  box(4, 26, 30, 5, ink.main) +
  box(12, 35, 14, 4, ink.paper) +
  box(12, 44, 14, 4, ink.paper) +
  box(11, 12, 12, 15, ink.accent);

export const tanker = (ink: Ink): string =>
  house(ink) +
  line('M34 50H92', ink.soft, 5) +
  line('M42 55V46M52 55V46M82 55V46', ink.main, 3.5) +
  line('M66 56V30M66 34L52 44M66 34L80 44', ink.main, 4) +
  box(58, 43, 16, 8, ink.accent, 2) +
  hull(ink) +
  swell(ink.soft);

export const gasCarrier = (ink: Ink): string =>
  house(ink) +
  [46, 66, 86].map((x) => edged(`M${x - 10} 57V48a10 10 0 0 1 20 0v9Z`, ink.soft, ink.main)).join('') +
  line('M34 34H92M46 34v4M66 34v4M86 34v4', ink.main, 3) +
  hull(ink) +
  swell(ink.soft);

export const containerShip = (ink: Ink): string => {
  const colours = [ink.soft, ink.accent, ink.main];
  const stacks = [3, 4, 4, 3, 2].map((high, column) =>
    Array.from({ length: high }, (_, row) =>
      box(36 + column * 12, 47.5 - row * 9.5, 10.5, 8, colours[(column + row * 2) % 3] ?? ink.main),
    ).join(''),
  );
  return house(ink) + stacks.join('') + hull(ink) + swell(ink.soft);
};

export const passengerShip = (ink: Ink): string =>
  edged('M38 26L42 9H58L54 26Z', ink.accent, ink.main, 3) +
  edged('M14 57V42H24V33H32V25H70L76 33H82L86 42H90L93 57Z', ink.white, ink.edge, 3.5) +
  line('M30 50H86M30 41H80M38 33H70', ink.edge, 3.5, ' stroke-dasharray="0.5 7"') +
  fill('M3 55H99Q96 67 86 80H12Q4 72 3 55Z', ink.main) +
  line('M12 66H89', ink.accent, 3.5) +
  swell(ink.soft);

export const polarIce = (ink: Ink): string =>
  edged('M12 52L30 22L42 34L58 8L76 36L90 52Z', ink.white, ink.edge, 3.5) +
  fill('M58 8L62 34L54 52H88L76 36Z', ink.soft) +
  fill('M10 58H92L80 78L60 96L34 86L22 76Z', ink.main) +
  fill('M54 58H92L80 78L60 96L62 76Z', ink.soft) +
  line('M2 55H98', ink.accent, 5) +
  disc(84, 18, 7, ink.accent);
