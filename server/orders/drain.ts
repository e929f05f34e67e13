/** How much was claimed, and what failed of it. */
export type Drained = { asked: number; failures: unknown[] };

/** `claim` takes one piece away from every other worker and process; undefined where none is left. */
export type Queue<Piece> = {
  atOnce: number;
  claim: () => Promise<Piece | undefined>;
  work: (piece: Piece) => Promise<unknown>;
};

/** Works off what is due, a few pieces at once; what fails stops nothing else. A failing `claim` ends its own worker. */
export async function drain<Piece>({ atOnce, claim, work }: Queue<Piece>): Promise<Drained> {
  const failures: unknown[] = [];
  let asked = 0;
  const worker = async () => {
    for (let piece = await claim(); piece !== undefined; piece = await claim()) {
      asked += 1;
      await work(piece).catch((error: unknown) => void failures.push(error));
    }
  };
  const note = (error: unknown) => void failures.push(error);
  await Promise.all(Array.from({ length: atOnce }, () => worker().catch(note)));
  return { asked, failures };
}
