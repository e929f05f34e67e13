import type { MantineColorsTuple } from '@mantine/core';

/**
 * Mantine colour scales of ten shades, from light to dark. All but `navy` replace Mantine's own scale of the same name.
 */
export const scales = {
  navy: ['#eef3f8', '#d8e2ec', '#b2c5d8', '#88a5c0', '#6488aa', '#477095', '#33597d', '#274a6d', '#0f2742', '#0a1b30'],
  teal: ['#ecf5f5', '#dcecee', '#bcdce1', '#94c6ce', '#5fb4ba', '#2f979f', '#0f7c86', '#0c6f79', '#0a6670', '#084b53'],
  orange: [
    '#fff1e7',
    '#fddfcb',
    '#fac09a',
    '#f8a26c',
    '#f58843',
    '#f37529',
    '#f2691b',
    '#d9590f',
    '#b3480b',
    '#7f3409',
  ],
  red: ['#fcefed', '#f7dad6', '#efb3ab', '#e38f79', '#d8644f', '#c84231', '#b8332a', '#a8281e', '#8b1f17', '#681610'],
  green: ['#eef6ef', '#d7eadb', '#b0d4b8', '#94b97d', '#559a69', '#2f8350', '#1f7343', '#14633a', '#0f502f', '#0a3a22'],
  gray: ['#f6f5ef', '#eeeee8', '#e2e4e0', '#d3d8d6', '#b7c0c1', '#96a4a8', '#76898f', '#5b6e79', '#43566b', '#2a3f57'],
  dark: ['#d8cfbc', '#c2b9a6', '#a59d8b', '#8d8676', '#6d6a5c', '#2f3029', '#1b1c17', '#12130f', '#0c0d0a', '#060705'],
} satisfies Record<string, MantineColorsTuple>;
