/** How many letters must be put in, left out, changed or swapped with their neighbour to make one word of the other. */
const distance = (from: string, to: string): number => {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1;
      const at = (line: readonly number[], index: number): number => line[index] ?? Infinity;
      let least = Math.min(at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + cost);
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwapped && column > 1) least = Math.min(least, at(beforeLast, column - 2) + 1);
      next.push(least);
    }
    [beforeLast, last] = [last, next];
  }
  return last.at(-1) ?? 0;
};

/** The known name that was probably meant; null: none is like it. Capitals count for nothing. */
export const nearestName = (name: string, known: readonly string[]): string | null => {
  const most = Math.max(1, Math.floor(name.length / 4));
  const [best] = known
    .map((one) => ({ one, by: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ by }) => by <= most)
    .toSorted((a, b) => a.by - b.by);
  return best?.one ?? null;
};
