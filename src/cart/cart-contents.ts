import type { Cart } from '../../contract/cart.ts';

/** Ids in the cart. `courses` has those of packages too: the server adds no course twice. */
export type CartContents = { courses: ReadonlySet<number>; packages: ReadonlySet<number> };

export function cartContents(cart: Cart | undefined): CartContents {
  const lines = cart?.items ?? [];
  const own = lines.flatMap((line) => (line.course ? [line.course.id] : []));
  const bundled = lines.flatMap((line) => line.package?.batches.map(({ course }) => course.id) ?? []);
  return {
    courses: new Set([...own, ...bundled]),
    packages: new Set(lines.flatMap((line) => (line.package ? [line.package.id] : []))),
  };
}
