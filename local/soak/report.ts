/** The table at the end of a soak. Pure. */
import type { FaultRun, Growth, SizeKind } from './judge.ts';
import type { SoakResult } from './soak.ts';

export function reportOf({ minutes, unhealthy, faults, growths, idleWrites }: SoakResult): string {
  return [
    `Watched for ${minutes.toFixed(1)} minutes.`,
    '',
    table([
      ['unhealthy outside of faults', `${unhealthy.seconds.toFixed(1)} s`, verdict(unhealthy.seconds === 0)],
      ...[...unhealthy.problems].map(([problem, seconds]) => [`  ${problem}`, `${seconds.toFixed(1)} s`, '']),
      ['written while idle', String(idleWrites.length), verdict(idleWrites.length === 0)],
      ...[...counted(idleWrites)].map(([write, count]) => [`  ${write}`, String(count), '']),
    ]),
    '',
    table([['fault', 'lasted', 'healed after', ''], ...faults.map(faultRow)]),
    '',
    table([['size', 'at first', 'growth', 'allowed', ''], ...growths.map(growthRow)]),
    '',
  ].join('\n');
}

function faultRow({ name, fromMs, overMs, healedMs, left }: FaultRun): string[] {
  const lasted = `${((overMs - fromMs) / 1_000).toFixed(1)} s`;
  if (healedMs === undefined) return [name, lasted, 'never', `NOT WELL: ${left.join('; ')}`];
  return [name, lasted, `${((healedMs - overMs) / 1_000).toFixed(1)} s`, verdict(true)];
}

function growthRow({ name, kind, before, growth, allowed, ok }: Growth): string[] {
  return [name, inUnits(kind, before), inUnits(kind, growth), inUnits(kind, allowed), verdict(ok)];
}

function verdict(ok: boolean): string {
  return ok ? 'ok' : 'NOT WELL';
}

function inUnits(kind: SizeKind, value: number): string {
  switch (kind) {
    case 'memory':
    case 'log':
    case 'disk':
      return `${(value / 1024 / 1024).toFixed(1)} MB`;
    case 'delay':
      return `${(value * 1_000).toFixed(1)} ms`;
    case 'handles':
    case 'watches':
      return value.toFixed(0);
  }
}

function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Columns as wide as what is in them; the first to the left, the others to the right, the last as it is. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          if (column === row.length - 1) return cell;
          return column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
