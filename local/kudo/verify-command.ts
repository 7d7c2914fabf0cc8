/** `verify`: what is wrong with a package, where, and what to do. */
import { parseArgs } from 'node:util';
import { NEEDED_OPERATORS_ANNOTATION } from '#lib/kudo/api/labels.ts';
import { neededOperators } from '#lib/kudo/package/needed-operators.ts';
import { versionKey } from '#lib/kudo/repository/repository-index.ts';
import { type FamilyVerdict, verifyFamily } from '#lib/kudo/verify/family.ts';
import type { PackageFinding } from '#lib/kudo/verify/finding.ts';
import { callersPath, counted, Misuse, OK, onlyOne, say, WRONG } from './author-line.ts';
import { readSource } from './read-source.ts';

/** @returns exit code */
export async function verifyCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { output: { type: 'string', short: 'o' }, 'param-checks': { type: 'string', multiple: true } },
  });
  const path = onlyOne(positionals, 'folder or archive');
  const { output } = values;
  if (output !== undefined && output !== 'json') throw new Misuse('--output takes json.');
  const parameterChecks = (values['param-checks'] ?? []).flatMap((list) => list.split(','));
  const verdict = verifyFamily(...(await given(path, parameterChecks)));
  if (output === 'json') process.stdout.write(`${JSON.stringify(asJson(path, verdict), undefined, 2)}\n`);
  else say(verdictLines(path, verdict));
  return errorsOf(verdict).length > 0 ? WRONG : OK;
}

async function given(path: string, parameterChecks: string[]): Promise<Parameters<typeof verifyFamily>> {
  const { files, archived } = await readSource(callersPath(path));
  return [files, { archived, parameterChecks }];
}

/** What keeps a package from being used. */
export function errorsOf({ findings }: FamilyVerdict): PackageFinding[] {
  return findings.filter(({ severity }) => severity === 'error');
}

function asJson(path: string, verdict: FamilyVerdict): object {
  const { findings, elsewhere } = verdict;
  const { name, operatorVersion, appVersion } = verdict.package?.operator ?? {};
  const errors = errorsOf(verdict).length;
  return {
    ...{ path, name, operatorVersion, appVersion, errors, warnings: findings.length - errors, findings },
    ...{ notLookedAt: elsewhere, needsOperators: needsOf(verdict) },
  };
}

/** Each finding with its place, as compilers write them, and the sum. @param path as the caller gave it */
export function verdictLines(path: string, verdict: FamilyVerdict): string[] {
  const { findings, elsewhere } = verdict;
  const errors = errorsOf(verdict).length;
  const { operator } = verdict.package ?? {};
  const what = operator === undefined ? path : `${operator.name} ${versionKey(operator)}`;
  return [
    ...findings.map((finding) => findingLine(path, finding)),
    ...needsOf(verdict).map(
      (need) => `needs an operator of OLM: ${need}; a Subscription for it is proposed, not made`,
    ),
    ...elsewhere.map((reference) => `not looked at: ${reference}, which is not in the package`),
    `${what}: ${counted(errors, 'error')}, ${counted(findings.length - errors, 'warning')}`,
  ];
}

/** As the package writes them. */
function needsOf({ package: read }: FamilyVerdict): string[] {
  const needs = neededOperators(read?.operator.annotations?.[NEEDED_OPERATORS_ANNOTATION]);
  if ('problem' in needs) return [];
  return needs.map(({ package: name, channel }) => (channel === undefined ? name : `${name}@${channel}`));
}

function findingLine(path: string, { severity, code, message, file, line, fix }: PackageFinding): string {
  const place = `${path.replace(/(?<!\/)\/+$/, '')}/${file}${line > 0 ? `:${String(line)}` : ''}`;
  return `${place}: ${severity}: ${message}; ${fix} (${code})`;
}
