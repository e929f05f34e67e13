import type { RawBuilder } from 'kysely';

/** An inconsistency in the database: which row it is about, and a sentence that describes it. */
type Difference = { about: string; text: string };

/**
 * A rule that the data must follow, as a query that returns every violation. A single statement sees a single snapshot,
 * so that work in progress is not reported.
 */
export type ConsistencyCheck = { name: string; query: RawBuilder<Difference> };
