import type { RawBuilder } from 'kysely';

/** An inconsistency: the row that it is about, and a sentence that describes it. */
type Difference = { about: string; text: string };

/** A rule that must hold, as a query for what violates it. Being one statement, it sees one snapshot. */
export type ConsistencyCheck = { name: string; query: RawBuilder<Difference> };
