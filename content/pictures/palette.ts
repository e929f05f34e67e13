/** The chart's colours: the same values as the look of the site, flat, without gradients. */
export const navy = '#0f2742';
export const navyDeep = '#0a1b30';
export const navySoft = '#274a6d';
export const paper = '#fbf9f2';
export const teal = '#0f7c86';
export const tealDeep = '#0a5c66';
export const tealSoft = '#5fb4ba';
export const shoal = '#dcecee';
export const shallow = '#bcdce1';
export const sea = '#94c6ce';
export const buff = '#f2e2b6';
export const buffDeep = '#dcc384';
export const orange = '#f2691b';

/**
 * What a motif is drawn with. `main` and `paper` are opposites, for shapes and the knock-outs in them. `white`, `edge`
 * and `band` keep things that are white in life (a cap, ice, a chart) white on a dark ground too.
 */
export interface Ink {
  readonly main: string;
  readonly soft: string;
  readonly accent: string;
  readonly paper: string;
  readonly white: string;
  readonly edge: string;
  readonly band: string;
  readonly land: string;
}

export const inkOnLight: Ink = {
  main: navy,
  soft: sea,
  accent: orange,
  paper,
  white: paper,
  edge: navy,
  band: navy,
  land: buffDeep,
};

export const inkOnBuff: Ink = { ...inkOnLight, soft: teal };

export const inkOnDark: Ink = {
  ...inkOnLight,
  main: paper,
  soft: tealSoft,
  paper: navyDeep,
  edge: navyDeep,
  band: navySoft,
};
