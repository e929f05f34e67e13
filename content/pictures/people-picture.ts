import * as c from './palette.ts';
import { box, disc, edged, fill, line, ring, svg } from './shapes.ts';

type Look = { skin: string; hair: string; coat: string; ground: string; cap: boolean; long: boolean; grey: boolean };

const skins = ['#8d5a3c', '#a66f4b', '#7a4a30', '#c08a63', '#b07a55'];
const coats = [c.navy, c.tealDeep, c.navySoft, c.navyDeep];
const grounds = [c.shoal, c.buff, c.shallow, '#e6eef0'];

/** Everybody whose portrait is drawn: `cap` for those who sail, `long` hair. No portrait shows a real person. */
const people: Readonly<Record<string, Partial<Look>>> = {
  'malathi-ranganathan': { long: true, grey: true },
  'vasanth-raghavan': { cap: true, grey: true },
  'oommen-tharakan': { grey: true },
  'shireen-contractor': { long: true },
  'devika-madhavan': { long: true },
  'gurbachan-sodhi': { cap: true },
  'lakshmi-subbaiah': { long: true },
  'noel-fernando': {},
  'aparna-kulkarni': { cap: true, long: true },
  'harish-kurup': { cap: true },
  'suresh-palani': {},
  'anita-fernandes': { cap: true, long: true },
  'capt-leela-varghese': { cap: true, long: true },
  'thomas-antony': { grey: true },
  'capt-anita-fernandes': { cap: true, long: true },
  'dr-revathi-mohan': { long: true },
  'campus-desk': { cap: true },
};

export const peopleNames = Object.keys(people);

/** The same person looks the same under every name of the file: titles before it do not count. */
function lookOf(name: string): Look {
  const bare = name.replace(/^(capt|dr)-/, '');
  const seed = [...bare].reduce((sum, sign) => (sum * 33 + sign.charCodeAt(0)) % 9973, 5);
  const at = (list: readonly string[], shift: number) => list[(seed >> shift) % list.length] ?? '';
  const { cap = false, long = false, grey = false } = people[name] ?? {};
  const hair = grey ? '#b9bcc0' : '#2a211d';
  return { skin: at(skins, 0), hair, coat: at(coats, 2), ground: at(grounds, 4), cap, long, grey };
}

const officerCap = (): string =>
  fill('M27 32Q50 12 73 32L70 40H30Z', c.paper) +
  box(29, 37, 42, 6, c.navyDeep) +
  fill('M31 43Q50 51 69 43L66 47Q50 53 34 47Z', '#05101d') +
  disc(50, 37.5, 3, c.orange);

/** Head and shoulders in a disc, without a face: a place holder that nobody takes for a photograph. */
export const personPicture = (name: string): string => {
  const { skin, hair, coat, ground, cap, long } = lookOf(name);
  const back = long ? fill('M28 44Q26 20 50 20Q74 20 72 44L76 74H24Z', hair) : '';
  const top = cap ? officerCap() : fill('M31 44Q28 22 50 21Q72 22 69 44Q66 33 50 32Q34 33 31 44Z', hair);
  const body =
    disc(50, 50, 50, ground) +
    back +
    edged('M10 100Q12 74 38 70L50 78L62 70Q88 74 90 100Z', coat, coat, 1) +
    fill('M42 62H58V72L50 79L42 72Z', skin) +
    fill('M31 44Q31 68 50 68Q69 68 69 44Q69 28 50 28Q31 28 31 44Z', skin) +
    top +
    line('M38 71L50 84L62 71', c.paper, 3) +
    ring(50, 50, 48.5, c.teal, 3);
  return svg(
    200,
    200,
    '0 0 100 100',
    `<clipPath id="d"><circle cx="50" cy="50" r="50"/></clipPath><g clip-path="url(#d)">${body}</g>`,
  );
};
