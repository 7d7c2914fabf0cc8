/** Is the Damerau-Levenshtein distance (neighbours swapped counts one) at most `allowed`? */
export function withinEdits(left: string, right: string, allowed: number): boolean {
  if (Math.abs(left.length - right.length) > allowed) return false;
  let before: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = editRow({ left, right, row, previous, before });
    if (Math.min(...current) > allowed) return false;
    before = previous;
    previous = current;
  }
  return (previous[right.length] ?? Infinity) <= allowed;
}

interface EditRow {
  left: string;
  right: string;
  row: number;
  previous: readonly number[];
  before: readonly number[];
}

function editRow({ left, right, row, previous, before }: EditRow): number[] {
  const current = [row];
  const old = (list: readonly number[], column: number): number => list[column] ?? Infinity;
  for (let column = 1; column <= right.length; column += 1) {
    const same = left[row - 1] === right[column - 1];
    const swapped = row > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
    current.push(
      Math.min(
        old(previous, column) + 1,
        old(current, column - 1) + 1,
        old(previous, column - 1) + (same ? 0 : 1),
        swapped ? old(before, column - 2) + 1 : Infinity,
      ),
    );
  }
  return current;
}
