/** Makes the problem of a namespace: from its Subscriptions and CSVs all that could be chosen, and the rules for it. */
import { optional } from '../../base/loose.ts';
import type { GroupVersionKind } from '../api/catalog.ts';
import type { Constraint, Variable } from './constraints.ts';
import type { BundleCandidate, Offer } from './offers.ts';
import type { OwnCsv } from './own-csvs.ts';
import { ProviderSearch } from './providers.ts';
import { meets, ruleRequirements, type RuleRequirement, type RuleSubject } from './rules.ts';
import type { CatalogRef, ResolveNamespaceInput, ResolverBundle } from './types.ts';

/** All that could be chosen in a namespace, numbered, and what must hold about the numbers. */
export interface ResolutionProblem {
  variables: readonly Variable[];
  /** What each Subscription may become, best first; what it has installed last. */
  choices: ReadonlyMap<Offer, readonly number[]>;
  /** All but those of the Subscriptions themselves. */
  rules: readonly Constraint[];
  /** Time ran out before all that could matter was looked at. */
  cut: boolean;
}

/** Builds the problem from what the Subscriptions can reach: their candidates, what those need, and what is installed. */
export function problemOf(
  input: ResolveNamespaceInput,
  offers: readonly Offer[],
  own: ReadonlyMap<string, OwnCsv>,
): ResolutionProblem {
  return new Builder(input, own).build(offers);
}

/** Bundles looked into between two looks at the time. */
const PAUSE = 64;

type Needs = { requirements: readonly RuleRequirement[] } | { unreadable: string };

/** Bundles are the catalog's for as long as it is open. */
const needsOfBundle = new WeakMap<object, Needs>();

function needsOf(subject: object, read: () => RuleRequirement[]): Needs {
  const known = needsOfBundle.get(subject);
  if (known !== undefined) return known;
  let needs: Needs;
  try {
    needs = { requirements: read() };
  } catch (error) {
    needs = { unreadable: error instanceof Error ? error.message : String(error) };
  }
  needsOfBundle.set(subject, needs);
  return needs;
}

class Builder {
  private readonly input: ResolveNamespaceInput;
  private readonly outOfTime: () => boolean;
  private readonly providers: ProviderSearch;
  private readonly own: readonly OwnCsv[];
  private readonly variables: Variable[] = [];
  private readonly rules: Constraint[] = [];
  private readonly ofOwn = new Map<string, number>();
  /** By catalog and package, then by bundle: variables of the same bundle in several channels. */
  private readonly byBundle = new Map<string, Map<string, number[]>>();
  private readonly ofRule = new Map<string, readonly number[]>();
  /** Variables whose needs are looked at, in turn. */
  private readonly open: number[] = [];
  private cut = false;

  constructor(input: ResolveNamespaceInput, own: ReadonlyMap<string, OwnCsv>) {
    this.input = input;
    this.outOfTime = input.options?.outOfTime ?? (() => false);
    this.providers = new ProviderSearch(input.catalogs, this.outOfTime);
    this.own = [...own.values()];
  }

  build(offers: readonly Offer[]): ResolutionProblem {
    for (const own of this.own) this.installed(own);
    const choices = new Map(offers.map((offer) => [offer, this.choicesOf(offer)]));
    for (const [offer, candidates] of choices) this.addConflicts(offer, candidates);
    for (let at = 0; at < this.open.length && !this.cut; at += 1) {
      if (at % PAUSE === PAUSE - 1) this.cut = this.outOfTime();
      this.addNeeds(this.open[at] ?? -1);
      this.cut ||= this.providers.cut;
    }
    this.addInvariants();
    return { variables: this.variables, choices, rules: this.rules, cut: this.cut };
  }

  private choicesOf({ candidates, catalog, installed }: Offer): number[] {
    const ids = catalog === undefined ? [] : candidates.map((one) => this.ofCatalog(catalog.ref, one));
    return installed === undefined ? ids : [...ids, this.installed(installed)];
  }

  private installed(own: OwnCsv): number {
    const known = this.ofOwn.get(own.name);
    if (known !== undefined) return known;
    const { name: csv, version, package: packageName, providedApis } = own;
    const variable = this.add({
      csv,
      ...optional({ package: packageName, version }),
      providedApis,
      from: { kind: 'installed', own, namespace: this.input.namespace },
    });
    this.ofOwn.set(own.name, variable);
    // It runs, whether a Subscription refers to it or not: what it needs must not go.
    this.open.push(variable);
    if (own.subscriptions.length > 0) return variable;
    // OLM 40: nobody says that it may go.
    this.rules.push({ origin: { kind: 'orphan', of: variable }, oneOf: { candidates: [variable] } });
    return variable;
  }

  private ofCatalog(catalog: CatalogRef, candidate: BundleCandidate): number {
    const { bundle, channel } = candidate;
    const same = this.sameBundle(catalog, bundle);
    const known = same.find((index) => channelOf(this.variables[index]) === channel);
    if (known !== undefined) return known;
    const { name: csv, package: packageName, version, providedApis } = bundle;
    const from = { kind: 'catalog' as const, catalog, candidate };
    const variable = this.add({ csv, package: packageName, version, providedApis, from });
    same.push(variable);
    this.open.push(variable);
    return variable;
  }

  private sameBundle({ namespace, name }: CatalogRef, bundle: ResolverBundle): number[] {
    const key = `${namespace}/${name}/${bundle.package}`;
    let bundles = this.byBundle.get(key);
    if (bundles === undefined) this.byBundle.set(key, (bundles = new Map<string, number[]>()));
    return collect(bundles, bundle.name);
  }

  private add(variable: Variable): number {
    return this.variables.push(variable) - 1;
  }

  /** The package of what is installed is not always known: then nothing else keeps old and new apart. */
  private addConflicts({ installed, subscription }: Offer, candidates: readonly number[]): void {
    if (installed === undefined || installed.package === subscription.spec.name) return;
    const old = this.installed(installed);
    for (const candidate of candidates) {
      if (candidate === old) continue;
      this.rules.push({ origin: { kind: 'conflict', of: [candidate, old] }, atMostOne: [candidate, old] });
    }
  }

  private addNeeds(of: number): void {
    const variable = this.variables[of];
    if (variable === undefined) return;
    const { from } = variable;
    const needs =
      from.kind === 'installed'
        ? needsOf(from.own, () => ruleRequirements({ properties: from.own.properties, requiredApis: [] }))
        : needsOf(from.candidate.bundle, () => ruleRequirements(from.candidate.bundle));
    if ('unreadable' in needs) {
      // What is installed was judged when it came.
      if (from.kind === 'installed') return;
      this.rules.push({ origin: { kind: 'unreadable', of, message: needs.unreadable }, none: [of] });
      return;
    }
    if (needs.requirements.length === 0) return;
    const self = subjectOf(variable);
    for (const requirement of needs.requirements) {
      if (meets(self, requirement.rule)) continue;
      const first = from.kind === 'catalog' ? from.catalog : undefined;
      const candidates = this.candidatesFor(requirement, first).filter((candidate) => candidate !== of);
      this.rules.push({ origin: { kind: 'need', of, requirement }, oneOf: { guard: of, candidates } });
    }
  }

  /** OLM 36: what is installed first. */
  private candidatesFor(
    { rule, key: ruleKey }: RuleRequirement,
    first: CatalogRef | undefined,
  ): readonly number[] {
    const key = `${first?.namespace ?? ''}/${first?.name ?? ''} ${ruleKey}`;
    const known = this.ofRule.get(key);
    if (known !== undefined) return known;
    const installed = this.own.filter((own) => meets(own, rule)).map((own) => this.installed(own));
    const offered = this.providers.of({ rule, key: ruleKey }, first).flatMap(({ catalog, candidate }) => {
      const same = this.sameBundle(catalog.ref, candidate.bundle);
      return same.length > 0 ? same : this.ofCatalog(catalog.ref, candidate);
    });
    const candidates = [...installed, ...offered];
    this.ofRule.set(key, candidates);
    return candidates;
  }

  /** 39. */
  private addInvariants(): void {
    const packages = new Map<string, number[]>();
    const apis = new ApiMembers();
    for (const [index, variable] of this.variables.entries()) {
      if (variable.package !== undefined) collect(packages, variable.package).push(index);
      for (const api of variable.providedApis) {
        const { members } = apis.of(api);
        if (members.at(-1) !== index) members.push(index);
      }
    }
    for (const [name, members] of packages) {
      if (members.length < 2) continue;
      this.rules.push({ origin: { kind: 'one-of-package', package: name }, atMostOne: members });
    }
    for (const { api, members } of apis.all()) {
      // Those of one package exclude each other anyhow.
      const origins = new Set(
        members.map((index) => this.variables[index]?.package ?? `csv ${String(index)}`),
      );
      if (origins.size < 2) continue;
      this.rules.push({ origin: { kind: 'one-provider', api }, atMostOne: members });
    }
  }
}

interface ApiMember {
  api: GroupVersionKind;
  members: number[];
}

/** Versions of a package share what they provide: each of these objects is put into words only once. */
class ApiMembers {
  private readonly byObject = new Map<GroupVersionKind, ApiMember>();
  private readonly byName = new Map<string, ApiMember>();

  of(api: GroupVersionKind): ApiMember {
    const known = this.byObject.get(api);
    if (known !== undefined) return known;
    const { group, version, kind } = api;
    const key = `${group}/${version}/${kind}`;
    const found = this.byName.get(key) ?? { api: { group, version, kind }, members: [] };
    this.byName.set(key, found);
    this.byObject.set(api, found);
    return found;
  }

  all(): Iterable<ApiMember> {
    return this.byName.values();
  }
}

function channelOf(variable: Variable | undefined): string | undefined {
  return variable?.from.kind === 'catalog' ? variable.from.candidate.channel : undefined;
}

function collect(groups: Map<string, number[]>, key: string): number[] {
  const known = groups.get(key);
  if (known !== undefined) return known;
  const group: number[] = [];
  groups.set(key, group);
  return group;
}

function subjectOf({ from, ...rest }: Variable): RuleSubject {
  const { properties } = from.kind === 'installed' ? from.own : from.candidate.bundle;
  return { ...rest, properties };
}
