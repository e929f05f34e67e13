import type { Ink } from '../palette.ts';
import { chart, radar, radio, sextant, simulatorBridge } from './bridge.ts';
import { anchor, galley, knot, officerCap, windTurbine } from './deck.ts';
import { crane, electrical, engine, hydraulics, propeller } from './engine-room.ts';
import { inspection, lawScales, securityShield, shipBusiness, training } from './office.ts';
import { firstAid, flame, lifeboat, lifebuoy, survivalSuit } from './rescue.ts';
import { containerShip, gasCarrier, passengerShip, polarIce, tanker } from './ships.ts';

/** Every motif by the name it has in file names and in the catalogue. Each is drawn in a 100 x 100 box. */
export const motifs = {
  lifebuoy,
  flame,
  radar,
  engine,
  tanker,
  chart,
  radio,
  'gas-carrier': gasCarrier,
  'container-ship': containerShip,
  'first-aid': firstAid,
  'security-shield': securityShield,
  propeller,
  'officer-cap': officerCap,
  sextant,
  anchor,
  electrical,
  hydraulics,
  crane,
  galley,
  'survival-suit': survivalSuit,
  lifeboat,
  'simulator-bridge': simulatorBridge,
  'passenger-ship': passengerShip,
  'polar-ice': polarIce,
  inspection,
  training,
  'law-scales': lawScales,
  'ship-business': shipBusiness,
  'wind-turbine': windTurbine,
  knot,
} satisfies Record<string, (ink: Ink) => string>;

export type Motif = keyof typeof motifs;

export const motifNames = Object.keys(motifs).filter((name): name is Motif => name in motifs);
