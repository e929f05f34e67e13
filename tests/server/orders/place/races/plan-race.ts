/** The courses that clients order in the races. Each course has two batches. */
export const raceCourses = [1, 2, 3, 4].map((n) => ({
  id: 7000 + n,
  batches: [7000 + n * 10, 7001 + n * 10] as const,
}));
export const racePackages = [
  { id: 7901, courses: [7001, 7002] },
  { id: 7902, courses: [7002, 7003, 7004] },
  { id: 7903, courses: [7001, 7004] },
] as const;

/** One line of a client's cart: a course or a package. `chosen` lists the chosen batch of each course in it. */
export type RaceLine = {
  course_id: number | null;
  package_id: number | null;
  chosen: Array<[course: number, batch: number]>;
};
/**
 * One client in a race: the lines of its cart, whether it sends an idempotency key, and whether it sends its order to
 * both servers at the same time.
 */
export type RaceClient = { lines: RaceLine[]; isKeyed: boolean; isTwice: boolean };
export type RacePlan = { seed: number; capacities: Map<number, number>; clients: RaceClient[] };

/** Returns a generator of pseudorandom numbers from 0 to below 1 that depend only on `seed` (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Plans a race at random, depending only on `seed`. Each batch has 1 to 30 seats. Carts contain one course, two courses
 * or a package, and share batches.
 */
export function planRace(seed: number, clients: number): RacePlan {
  const random = seededRandom(seed);
  const upTo = (limit: number) => Math.floor(random() * limit);
  const batchOf = (course: number): [number, number] => {
    const batches = raceCourses.find(({ id }) => id === course)?.batches ?? [0, 0];
    // Of the two batches of a course, choose the first with a probability of 80 %, so that it sells out.
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
  // In half of the races, each client sends its order to both servers at once with a probability of 15 %. In the other
  // half no client does, so that more orders run at the same time: of two servers with the same order, one waits for
  // the other.
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
