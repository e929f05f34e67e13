import type { RawBuilder } from 'kysely';

/** An inconsistency in the database: which row it is about, and a sentence that describes it. */
type Difference = { about: string; text: string };

/**
 * A rule that the data must follow, as a query that returns every violation. It is a single statement, so it sees the
 * data at a single moment and does not report work that is only half done.
 */
export type ConsistencyCheck = { name: string; query: RawBuilder<Difference> };
