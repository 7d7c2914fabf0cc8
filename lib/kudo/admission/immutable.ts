/** Parameters whose value stays (KUDO 32, 42 o). Source: KUDO `pkg/webhook/instance_admission.go`. */
import { namesPassword } from '../../base/secret-name.ts';
import type { KudoOperatorVersion, KudoParameter } from '../api/types.ts';
import { parameterText } from '../parameters/check.ts';
import { definitionOf, Refused, type UpdateSides } from './triggers.ts';

type Values = Readonly<Record<string, string>>;

/** The values, and the defaults of immutable parameters that have none: they would move with the next version. */
export function withImmutableDefaults(version: KudoOperatorVersion, values: Values): Record<string, string> {
  const added = version.spec.parameters.flatMap(({ name, immutable, default: usual }) =>
    immutable === true && usual !== undefined && !Object.hasOwn(values, name) ? [[name, usual] as const] : [],
  );
  return { ...values, ...Object.fromEntries(added) };
}

/** @throws Refused for the first that changed, or that became immutable and has no value of its own */
export function checkImmutable(sides: UpdateSides, upgrading: boolean): void {
  const { old, next, oldVersion, version } = sides;
  for (const parameter of version.spec.parameters.filter(({ immutable }) => immutable === true)) {
    const before = definitionOf(oldVersion, parameter.name);
    if (upgrading) checkNewlyImmutable(parameter, before, sides);
    if (before?.immutable !== true) continue;
    const [was, is] = [
      parameterText(before, old.spec.parameters ?? {}),
      parameterText(parameter, next.spec.parameters ?? {}),
    ];
    // Events and the log repeat it.
    const fromTo = namesPassword(parameter.name) ? '' : ` from '${was}' to '${is}'`;
    if (was !== is) throw new Refused(`parameter '${parameter.name}' is immutable but was changed${fromTo}`);
  }
}

function checkNewlyImmutable(
  parameter: KudoParameter,
  before: KudoParameter | undefined,
  { next, version }: UpdateSides,
): void {
  if (before?.immutable === true || Object.hasOwn(next.spec.parameters ?? {}, parameter.name)) return;
  const which = version.spec.version;
  if (before !== undefined)
    throw new Refused(
      `parameter '${parameter.name}' was changed to immutable in operator version ${which} but no value was provided`,
    );
  const usual =
    parameter.default === undefined || namesPassword(parameter.name)
      ? ''
      : ` (default would be ${parameter.default})`;
  throw new Refused(
    `parameter '${parameter.name}' was added in operator version ${which}, but no value was provided${usual}`,
  );
}
