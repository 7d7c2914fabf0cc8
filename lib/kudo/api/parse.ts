/** Objects of the cluster, read: what comes out can be relied on, and what is wrong is told by object and field. */
import { z } from 'zod';
import { at } from '../../base/loose.ts';
import { EXECUTION_STATUSES } from './execution.ts';
import { PARAMETER_FORM_ANNOTATION } from './labels.ts';
import {
  KUDO_API_VERSION,
  type KudoInstance,
  type KudoOperator,
  type KudoOperatorVersion,
  type ParameterForm,
  type PlanRunRecord,
} from './types.ts';

/** What was read, or why it cannot be used: in one sentence that names the object and the field. */
export type Reading<T> = { value: T } | { problem: string };

const metadata = z.looseObject({
  name: z.string().min(1),
  namespace: z.string().optional(),
  uid: z.string().optional(),
  deletionTimestamp: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
  finalizers: z.array(z.string()).optional(),
  ownerReferences: z
    .array(z.looseObject({ apiVersion: z.string(), kind: z.string(), name: z.string(), uid: z.string() }))
    .optional(),
});
const reference = z.looseObject({
  apiVersion: z.string().optional(),
  kind: z.string().optional(),
  namespace: z.string().optional(),
  name: z.string().optional(),
});
const texts = z.record(z.string(), z.string());
/** Go writes a list that it never filled as null. */
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);
const names = listOf(z.string());

const operatorFields = {
  description: z.string().optional(),
  kudoVersion: z.string().optional(),
  kubernetesVersion: z.string().optional(),
  maintainers: z
    .array(z.looseObject({ name: z.string().optional(), email: z.string().optional() }))
    .optional(),
  url: z.string().optional(),
  namespaceManifest: z.string().optional(),
};
const OperatorShape = z.looseObject({
  apiVersion: z.literal(KUDO_API_VERSION),
  kind: z.literal('Operator'),
  metadata,
  spec: z.looseObject(operatorFields),
});

const strategy = z.string().optional();
const step = z.looseObject({ name: z.string(), tasks: names });
const phase = z.looseObject({
  name: z.string(),
  strategy,
  steps: listOf(step),
});
const plan = z.looseObject({
  strategy,
  phases: listOf(phase),
});
const task = z.looseObject({
  name: z.string(),
  kind: z.string(),
  spec: z
    .looseObject({
      resources: z.array(z.string()).optional(),
      parameter: z.string().optional(),
      wantErr: z.boolean().optional(),
      fatal: z.boolean().optional(),
      done: z.boolean().optional(),
      pod: z.string().optional(),
      pipe: z
        .array(
          z.looseObject({
            file: z.string().optional(),
            envFile: z.string().optional(),
            kind: z.string().optional(),
            key: z.string().optional(),
          }),
        )
        .optional(),
      package: z.string().optional(),
      instanceName: z.string().optional(),
      appVersion: z.string().optional(),
      operatorVersion: z.string().optional(),
      parameterFile: z.string().optional(),
    })
    .nullish()
    .transform((spec) => spec ?? {}),
});
const parameter = z.looseObject({
  name: z.string(),
  displayName: z.string().optional(),
  description: z.string().optional(),
  required: z.boolean().optional(),
  default: z.string().optional(),
  trigger: z.string().optional(),
  type: z.string().optional(),
  immutable: z.boolean().optional(),
  enum: z.array(z.string()).optional(),
});
const planFields = {
  tasks: listOf(task),
  plans: z
    .record(z.string(), plan)
    .nullish()
    .transform((all) => all ?? {}),
};
const OperatorVersionShape = z.looseObject({
  apiVersion: z.literal(KUDO_API_VERSION),
  kind: z.literal('OperatorVersion'),
  metadata,
  spec: z.looseObject({
    operator: reference.default({}),
    version: z.string().default(''),
    appVersion: z.string().optional(),
    templates: texts.nullish().transform((all) => all ?? {}),
    ...planFields,
    parameters: listOf(parameter),
    connectionString: z.string().optional(),
    upgradableFrom: z.array(reference).optional(),
  }),
});

const status = z.enum(EXECUTION_STATUSES);
const progress = z.looseObject({ name: z.string(), status, message: z.string().optional() });
const planProgress = progress.extend({
  uid: z.string().optional(),
  lastUpdatedTimestamp: z
    .string()
    .nullish()
    .transform((time) => time ?? undefined),
  phases: listOf(
    progress.extend({
      steps: listOf(progress),
    }),
  ),
});
const runs = z.array(
  z.looseObject({
    plan: z.string(),
    uid: z.string(),
    status,
    started: z.string(),
    ended: z.string().optional(),
    message: z.string().optional(),
    version: z.string().optional(),
    versionBefore: z.string().optional(),
    changed: z
      .array(
        z.looseObject({
          name: z.string(),
          was: z.string().optional(),
          is: z.string().optional(),
          hidden: z.boolean().optional(),
        }),
      )
      .optional(),
    values: texts.optional(),
  }),
);
const InstanceShape = z.looseObject({
  apiVersion: z.literal(KUDO_API_VERSION),
  kind: z.literal('Instance'),
  metadata,
  spec: z.looseObject({
    operatorVersion: reference,
    parameters: texts.nullish().transform((all) => all ?? undefined),
    planExecution: z
      .looseObject({
        planName: z.string().optional(),
        uid: z.string().optional(),
        // Empty while nothing was reported of it yet.
        status: z.union([status, z.literal('').transform(() => undefined)]).optional(),
      })
      .optional(),
  }),
  status: z
    .looseObject({
      planStatus: z
        .record(z.string(), planProgress)
        .nullish()
        .transform((all) => all ?? undefined),
      conditions: z
        .array(z.looseObject({ type: z.string(), status: z.enum(['True', 'False', 'Unknown']) }))
        .optional(),
      runs: runs.optional(),
    })
    .optional(),
});

const group = z.object({
  name: z.string(),
  displayName: z.string().optional(),
  description: z.string().optional(),
  prio: z.number().optional(),
});
const formFields = {
  group: z.string().optional(),
  advanced: z.boolean().optional(),
  hint: z.string().optional(),
};
const FormShape = z.object({
  groups: z.array(group).default([]),
  parameters: z.record(z.string(), z.object(formFields)).default({}),
});

/** `operator.yaml` of a package: fields of the Operator and of the OperatorVersion side by side (KUDO 12). */
export const OperatorFileShape = z.looseObject({
  ...operatorFields,
  ...planFields,
  name: z.string().min(1),
  operatorVersion: z.string().default(''),
  appVersion: z.string().optional(),
  annotations: z.record(z.string(), z.string()).optional(),
});
/** `params.yaml` of a package (KUDO 13), but for defaults and enums, which have many types there. */
export const ParamsFileShape = z.looseObject({
  groups: listOf(group),
  parameters: listOf(parameter.omit({ default: true, enum: true }).extend(formFields)),
});

/** An Operator, with all its own fields. */
export function readOperator(object: unknown): Reading<KudoOperator> {
  return read<KudoOperator>(OperatorShape, object, 'Operator');
}

/** An OperatorVersion; its lists are lists, however Go wrote an empty one. */
export function readOperatorVersion(object: unknown): Reading<KudoOperatorVersion> {
  return read<KudoOperatorVersion>(OperatorVersionShape, object, 'OperatorVersion');
}

/** An Instance with its status. */
export function readInstance(object: unknown): Reading<KudoInstance> {
  return read<KudoInstance>(InstanceShape, object, 'Instance');
}

/** What the package says of the parameters' form, and nothing where the OperatorVersion has lost it (KUDO 5). */
export function readParameterForm(version: KudoOperatorVersion): Reading<ParameterForm> {
  const text = version.metadata.annotations?.[PARAMETER_FORM_ANNOTATION];
  if (text === undefined) return { value: { groups: [], parameters: {} } };
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = undefined;
  }
  const result = FormShape.safeParse(given);
  if (result.success) return { value: result.data };
  return {
    problem: `OperatorVersion ${nameOf(version)}: annotation ${PARAMETER_FORM_ANNOTATION} is not the JSON of a form; install the package again`,
  };
}

/** The last runs of an instance, as `planRunsOf` keeps them; none where the text says nothing that can be read. */
export function readPlanRuns(text: unknown): PlanRunRecord[] {
  if (typeof text !== 'string') return [];
  try {
    return runs.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

function read<T>(shape: z.ZodType, object: unknown, kind: string): Reading<T> {
  const result = shape.safeParse(object);
  if (result.success) return { value: result.data as T };
  const [issue] = result.error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  const what = issue?.message ?? 'it cannot be read';
  return {
    problem: `${kind} ${nameOf(object)}: ${field === '' ? 'the object' : field}: ${what}; correct it`,
  };
}

function nameOf(object: unknown): string {
  const [namespace, name] = [at(object, 'metadata', 'namespace'), at(object, 'metadata', 'name')];
  const named = typeof name === 'string' && name !== '' ? name : '(unnamed)';
  return typeof namespace === 'string' && namespace !== '' ? `${namespace}/${named}` : named;
}
