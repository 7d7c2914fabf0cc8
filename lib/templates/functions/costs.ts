/**
 * Which functions take much longer than a step for each call, or for each part of a text. Measured: `npm run bench -- kudo`
 * calls each function until its render ends, and tells which takes longest.
 */
import type { Cost, FunctionTable } from '../run/signature.ts';

/** Steps of one call, and how many times as much as usual each byte takes. */
const COSTS: Readonly<Record<string, Cost>> = {
  ...of({ call: 5, text: 90 }, 'snakecase', 'kebabcase'),
  ...of({ call: 2, text: 18 }, 'swapcase'),
  ...of(
    { call: 2, text: 12 },
    'title',
    'untitle',
    'camelcase',
    'upper',
    'lower',
    'toDate',
    'trimAll',
    'trimall',
  ),
  ...of({ call: 6, text: 10 }, 'urlquery', 'js', 'html', 'date', 'htmlDate'),
  ...of({ call: 4, text: 8 }, 'toYaml', 'urlParse', 'regexReplaceAll', 'regexReplaceAllLiteral'),
  ...of({ call: 2, text: 6 }, 'printf', 'print', 'println', 'b32enc', 'b64enc', 'nospace', 'initials'),
  ...of({ call: 25, text: 1 }, 'sha1sum', 'sha256sum', 'b32dec', 'b64dec', 'urlJoin'),
  ...of({ call: 20, text: 20 }, 'semver', 'semverCompare'),
  ...of(
    { call: 10, text: 1 },
    'regexMatch',
    'regexFind',
    'regexFindAll',
    'regexSplit',
    'merge',
    'mergeOverwrite',
  ),
  ...of({ call: 3, text: 1 }, 'adler32sum', 'dict', 'max', 'biggest', 'min', 'mul'),
  ...of({ call: 200, text: 10 }, 'dateInZone', 'date_in_zone', 'htmlDateInZone'),
};

function of(cost: Cost, ...names: readonly string[]): Record<string, Cost> {
  return Object.fromEntries(names.map((name) => [name, cost]));
}

/** The functions, each with what it costs. */
export function priced(table: FunctionTable): FunctionTable {
  return Object.fromEntries(
    Object.entries(table).map(([name, made]) => {
      const cost = Object.hasOwn(COSTS, name) ? COSTS[name] : undefined;
      return [name, cost === undefined ? made : { ...made, cost }];
    }),
  );
}
