/** The courses that are sold in the races, each with two batches. */
export const raceCourses = [1, 2, 3, 4].map((n) => ({
  id: 7000 + n,
  batches: [7000 + n * 10, 7001 + n * 10] as const,
}));
export const racePackages = [
  { id: 7901, courses: [7001, 7002] },
  { id: 7902, courses: [7002, 7003, 7004] },
  { id: 7903, courses: [7001, 7004] },
] as const;

/** A line of a cart: a course or a package, with its batches. */
export type RaceLine = {
  course_id: number | null;
  package_id: number | null;
  chosen: Array<[course: number, batch: number]>;
};
/** One client: its cart, whether it sends an idempotency key and whether it sends its order twice at the same time. */
export type RaceClient = { lines: RaceLine[]; isKeyed: boolean; isTwice: boolean };
export type RacePlan = { seed: number; capacities: Map<number, number>; clients: RaceClient[] };

/** A seeded random generator of numbers from 0 to 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random race for `seed`: capacities from 1 to 30, single courses, pairs and packages that share batches. */
export function planRace(seed: number, clients: number): RacePlan {
  const random = seededRandom(seed);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const batchOf = (course: number): [number, number] => {
    const batches = raceCourses.find(({ id }) => id === course)?.batches ?? [0, 0];
    // Most clients choose the first of the two batches, so that it sells out.
    return [course, random() < 0.8 ? batches[0] : batches[1]];
  };
  const single = (course: number): RaceLine => ({ course_id: course, package_id: null, chosen: [batchOf(course)] });
  const linesOf = (): RaceLine[] => {
    const kind = random();
    const course = 7001 + upTo(raceCourses.length);
    if (kind < 0.5) return [single(course)];
    if (kind < 0.6) return [single(course), single(7001 + ((course - 7000) % raceCourses.length))];
    const bundle = racePackages[upTo(racePackages.length)] ?? racePackages[0];
    return [{ course_id: null, package_id: bundle.id, chosen: bundle.courses.map(batchOf) }];
  };
  // A student who calls both servers at once makes one of them wait for the other. Half of the races have no such
  // student.
  const twice = random() < 0.5 ? 0.15 : 0;
  const capacities = new Map(raceCourses.flatMap(({ batches }) => batches.map((id) => [id, 1 + upTo(30)] as const)));
  return {
    seed,
    capacities,
    clients: Array.from({ length: clients }, () => ({
      lines: linesOf(),
      isKeyed: random() < 0.5,
      isTwice: random() < twice,
    })),
  };
}
