/**
 * What a new CustomResourceDefinition would do to the objects that exist (OLM 55), judged before anything of a plan is written.
 * Pure: the controller runs it over what it lists, and so does the console's review, with the rights of its user.
 *
 * Our own validator judges, not the API server: that one checks objects only against a definition that is in place
 * already, and then it is too late.
 */
import { z } from 'zod';
import { optional } from '../../base/loose.ts';
import type { KubeObject, Resource } from '../../k8s/object.ts';
import { CRD_CHECK_ANNOTATION } from '../api/labels.ts';

/** Why a definition must not take the place of the existing one, whatever objects there are. */
const CrdRefusal = z.object({
  crd: z.string(),
  reason: z.enum(['storedVersion', 'scope', 'kind']),
  message: z.string(),
});
/** A definition that must not take the place of the existing one, with upstream's message (OLM 55). */
export type CrdRefusal = Readonly<z.infer<typeof CrdRefusal>>;

const UnfitField = z.object({
  /** Such as `spec.items[0].size`; empty for the object itself. */
  path: z.string(),
  /** Of `ProblemCode`, with the values of its sentence: for the languages of the console. */
  code: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])).optional(),
  /** The same in English. */
  message: z.string(),
});
/** One field of an object that the schema to come does not allow. */
export type UnfitField = Readonly<z.infer<typeof UnfitField>>;

const UnfitObject = z.object({
  crd: z.string(),
  apiVersion: z.string(),
  kind: z.string(),
  namespace: z.string().optional(),
  name: z.string(),
  fields: z.array(UnfitField),
});
/** An existing object that does not fit the schema to come, with the first of its fields that are wrong. */
export type UnfitObject = Readonly<z.infer<typeof UnfitObject>>;

const LostField = z.object({
  crd: z.string(),
  version: z.string(),
  /** With `[]` for any item of a list. */
  path: z.string(),
  /** How many objects have it. */
  objects: z.number(),
  /** One of them: `namespace/name`, or the name alone. */
  example: z.string(),
});
/** A field that existing objects use and the schema to come does not name. */
export type LostField = Readonly<z.infer<typeof LostField>>;

/**
 * Report of one look at all objects that definitions of a plan are about (OLM 55); also the JSON in annotation
 * `capstan.dev/crd-check`.
 */
export const CrdCheck = z.object({
  refusals: z.array(CrdRefusal),
  /** Objects looked at, once for each version that they are served in. */
  checked: z.number(),
  /** How many do not fit, by definition; `objects` names the first of them. */
  unfit: z.record(z.string(), z.number()),
  objects: z.array(UnfitObject),
  /** Definitions whose unfit objects hold up nothing: their objects are converted by a webhook. */
  tolerated: z.array(z.string()),
  /** Fields that objects use and the new schema does not name: they are dropped with the next write. */
  lost: z.array(LostField),
});
export type CrdCheck = Readonly<z.infer<typeof CrdCheck>>;

/** The report to begin with. */
export const NOTHING_CHECKED: CrdCheck = {
  refusals: [],
  checked: 0,
  unfit: {},
  objects: [],
  tolerated: [],
  lost: [],
};

/** Annotations of an object have 256 KiB in all; the bundles of the plan are among them. */
const LONGEST_REPORT = 96 * 1024;
const MOST_OBJECTS = 500;
const MOST_FIELDS = 10;
const MOST_LOST = 100;

/** What there is to look at when one definition takes the place of another. */
export interface CrdComparison {
  crd: string;
  refusals: readonly CrdRefusal[];
  /** Versions served before and after whose schema changes. */
  versions: readonly ComparedVersion[];
  /** Objects are converted by a webhook: nobody can tell what they become. */
  byWebhook: boolean;
}

/** A version whose objects are listed, and the schema that they are held against. */
export interface ComparedVersion {
  resource: Resource;
  /** `openAPIV3Schema` to come. */
  schema: unknown;
}

/** What is wrong with an object under a schema, and which of its fields the schema does not name. */
export type JudgeObject = (
  schema: unknown,
  object: KubeObject,
) => { fields: readonly UnfitField[]; lost: readonly string[] };

/** One more page of objects of one version. The report stays within its bounds, its counts are of all. */
export function checkObjects(
  check: CrdCheck,
  { crd, version: { resource, schema } }: { crd: string; version: ComparedVersion },
  page: readonly KubeObject[],
  judge: JudgeObject,
): CrdCheck {
  const objects = [...check.objects];
  const lost = new Map(check.lost.map((field) => [lostKey(field), field]));
  let unfit = check.unfit[crd] ?? 0;
  for (const object of page) {
    const verdict = judge(schema, object);
    for (const path of new Set(verdict.lost))
      countLost(lost, { crd, version: resource.version, path }, object);
    if (verdict.fields.length === 0) continue;
    unfit += 1;
    if (objects.length < MOST_OBJECTS) objects.push(unfitObject(crd, resource, object, verdict.fields));
  }
  return {
    ...check,
    checked: check.checked + page.length,
    unfit: unfit === 0 ? check.unfit : { ...check.unfit, [crd]: unfit },
    objects,
    lost: [...lost.values()],
  };
}

function unfitObject(
  crd: string,
  resource: Resource,
  { metadata: { name, namespace } }: KubeObject,
  fields: readonly UnfitField[],
): UnfitObject {
  return {
    crd,
    apiVersion: `${resource.group}/${resource.version}`,
    kind: resource.kind,
    ...optional({ namespace }),
    name,
    fields: fields.slice(0, MOST_FIELDS),
  };
}

const lostKey = ({ crd, version, path }: Pick<LostField, 'crd' | 'version' | 'path'>): string =>
  JSON.stringify([crd, version, path]);

function countLost(
  lost: Map<string, LostField>,
  field: Pick<LostField, 'crd' | 'version' | 'path'>,
  { metadata: { name, namespace } }: KubeObject,
): void {
  const key = lostKey(field);
  const known = lost.get(key);
  if (known !== undefined) lost.set(key, { ...known, objects: known.objects + 1 });
  else if (lost.size < MOST_LOST) {
    const example = namespace === undefined ? name : `${namespace}/${name}`;
    lost.set(key, { ...field, objects: 1, example });
  }
}

/** Both reports as one, within the same bounds. */
export function mergeChecks(a: CrdCheck, b: CrdCheck): CrdCheck {
  return {
    refusals: [...a.refusals, ...b.refusals],
    checked: a.checked + b.checked,
    unfit: Object.fromEntries(
      [...Object.keys(a.unfit), ...Object.keys(b.unfit)].map((crd) => [
        crd,
        (a.unfit[crd] ?? 0) + (b.unfit[crd] ?? 0),
      ]),
    ),
    objects: [...a.objects, ...b.objects].slice(0, MOST_OBJECTS),
    tolerated: [...new Set([...a.tolerated, ...b.tolerated])],
    lost: [...a.lost, ...b.lost].slice(0, MOST_LOST),
  };
}

/** Why the plan must fail; undefined when it may go on. The texts are upstream's. */
export function crdCheckFailure(check: CrdCheck): string | undefined {
  const [refusal] = check.refusals;
  if (refusal !== undefined) return refusal.message;
  const crd = Object.keys(check.unfit).find((name) => !check.tolerated.includes(name));
  return crd === undefined ? undefined : unfitMessage(check, crd);
}

/** The first ones in words, and how many there are besides. */
const NAMED = 5;

/** Upstream's sentence about the objects of one definition; names five of them and counts the others. */
export function unfitMessage(check: CrdCheck, crd: string): string {
  const named = check.objects.filter((object) => object.crd === crd).slice(0, NAMED);
  const parts = named.map((object) => {
    const { apiVersion, kind, namespace, name, fields } = object;
    const key = namespace === undefined ? name : `${namespace}/${name}`;
    const found = fields.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    const text = found.length === 1 ? (found[0] ?? '') : `[${found.join(', ')}]`;
    return `error validating ${apiVersion}, Kind=${kind} "${key}": updated validation is too restrictive: ${text}`;
  });
  const more = (check.unfit[crd] ?? 0) - named.length;
  const rest = more > 0 ? `; and ${String(more)} more` : '';
  return `error validating existing CRs against new CRD's schema for "${crd}": ${parts.join('; ')}${rest}`;
}

/** The report as an annotation holds it; undefined when there is nothing to tell. */
export function crdCheckAnnotation(check: CrdCheck): string | undefined {
  if (check.refusals.length + check.objects.length + check.lost.length === 0) return undefined;
  let text = JSON.stringify(check);
  for (let kept = check.objects.length; text.length > LONGEST_REPORT && kept > 0;) {
    kept = Math.floor((kept * 3) / 4);
    text = JSON.stringify({ ...check, objects: check.objects.slice(0, kept) });
  }
  return text;
}

/** What the controller found, read from an InstallPlan; undefined when it says nothing, or nothing that we understand. */
export function crdCheckOf(plan: KubeObject): CrdCheck | undefined {
  const text = plan.metadata.annotations?.[CRD_CHECK_ANNOTATION];
  if (text === undefined) return undefined;
  try {
    return CrdCheck.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
