/**
 * What a bundle needs from other operators. Source: operator-registry properties `olm.gvk.required`,
 * `olm.package.required`, `olm.constraint`; texts are those of OLM's resolver (37).
 */
import type { CatalogBundle, GroupVersionKind } from './catalog.ts';
import { inRange } from './version.ts';

/** What is there already: APIs served, packages installed. */
export interface Available {
  apis?: readonly GroupVersionKind[];
  packages?: readonly { name: string; version: string }[];
}

export type UnmetRequirement =
  | { kind: 'api'; group: string; version: string; apiKind: string; message: string }
  | { kind: 'package'; package: string; versionRange: string; message: string }
  /** A rule of another form; it cannot be judged here. */
  | { kind: 'constraint'; message: string };

function sameApi(a: GroupVersionKind, b: GroupVersionKind): boolean {
  return a.group === b.group && a.version === b.version && a.kind === b.kind;
}

/** The requirements of a bundle that neither itself nor anything available meets, by name. */
export function unmetRequirements(bundle: CatalogBundle, available: Available = {}): UnmetRequirement[] {
  const requires = `bundle ${bundle.name} requires an operator`;
  const present = [...bundle.providedApis, ...(available.apis ?? [])];
  const apis = bundle.requiredApis
    .filter((api) => !present.some((other) => sameApi(api, other)))
    .map(({ group, version, kind }): UnmetRequirement => ({
      kind: 'api',
      group,
      version,
      apiKind: kind,
      message: `${requires} providing an API with group: ${group}, version: ${version}, kind: ${kind}`,
    }));
  const packages = requiredPackages(bundle)
    .filter(
      ({ name, range }) =>
        !(available.packages ?? []).some((p) => p.name === name && inRange(p.version, range)),
    )
    .map(({ name, range }): UnmetRequirement => ({
      kind: 'package',
      package: name,
      versionRange: range,
      message: `${requires} with package: ${name} and with version in range: ${range}`,
    }));
  const constraints = bundle.properties
    .filter(({ type }) => type === 'olm.constraint')
    .map(({ value }): UnmetRequirement => {
      const failure = field(value, 'failureMessage');
      return {
        kind: 'constraint',
        message: `${requires} with a constraint${failure === undefined ? '' : `: ${failure}`}`,
      };
    });
  return [...apis, ...packages, ...constraints];
}

/** Packages that the bundle asks for; entries without a name or range are left out. */
function requiredPackages(bundle: CatalogBundle): { name: string; range: string }[] {
  return bundle.properties
    .filter(({ type }) => type === 'olm.package.required')
    .flatMap(({ value }) => {
      const [name, range] = [field(value, 'packageName'), field(value, 'versionRange')];
      return name === undefined || range === undefined ? [] : [{ name, range }];
    });
}

function field(value: unknown, key: string): string | undefined {
  const found: unknown =
    typeof value === 'object' && value !== null
      ? Object.entries(value).find(([k]) => k === key)?.[1]
      : undefined;
  return typeof found === 'string' && found !== '' ? found : undefined;
}
