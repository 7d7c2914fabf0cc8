/** Our definitions of the kinds of `kudo.dev` (KUDO 1-8); installed by the controller where nobody else has. */
import type { ColumnDefinition, CustomResourceDefinition, JsonSchema } from '../../k8s/crd.ts';
import {
  closed,
  defineKind,
  flag,
  type KindDefinition,
  list,
  objectReference,
  open,
  text,
  textMap,
  texts,
  time,
  whole,
} from '../../k8s/crd-words.ts';
import { KUDO_GROUP } from './types.ts';

type Fields = Record<string, JsonSchema>;

/** Go writes a list or a map that it never filled as null. */
function orNull(schema: JsonSchema): JsonSchema {
  return { ...schema, nullable: true };
}

function mapOf(description: string, value: JsonSchema): JsonSchema {
  return { type: 'object', description, additionalProperties: value };
}

const age: ColumnDefinition = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };

/** Of a kind that has nothing to tell: the field is there, and no subresource. */
const noStatus = { status: open('Always empty.'), plainStatus: true };

function define(
  kind: string,
  version: Omit<KindDefinition['versions'][number], 'name'>,
): CustomResourceDefinition {
  const definition: KindDefinition = {
    kind,
    plural: `${kind.toLowerCase()}s`,
    scope: 'Namespaced',
    versions: [{ ...version, name: 'v1beta1' }],
  };
  return defineKind({ group: KUDO_GROUP, category: 'kudo' }, definition);
}

const operatorCrd = define('Operator', {
  description: 'What all versions of a declarative operator share.',
  specRequired: false,
  ...noStatus,
  spec: closed('Who made it, and what it needs.', {
    description: text('What it is, in a sentence.'),
    kudoVersion: text('Version of KUDO that it was made for.'),
    kubernetesVersion: text('The oldest Kubernetes that it runs on.'),
    maintainers: orNull(
      list(
        'Who looks after it.',
        closed('One of them.', { name: text('Their name.'), email: text('Their address.') }),
      ),
    ),
    url: text('Where to read more.'),
    namespaceManifest: text('Template of the namespace that it is installed into.'),
  }),
  columns: [{ name: 'Description', type: 'string', jsonPath: '.spec.description' }, age],
});

const step = closed(
  'Tasks that run together.',
  { name: text('Name of the step.'), tasks: orNull(texts('Names of its tasks.')) },
  ['name'],
);
const phase = closed(
  'Steps under one strategy.',
  {
    name: text('Name of the phase.'),
    strategy: text('serial, or parallel.'),
    steps: orNull(list('Its steps, in their order.', step)),
  },
  ['name'],
);
const plan = closed('Phases under one strategy.', {
  strategy: text('serial, or parallel.'),
  phases: orNull(list('Its phases, in their order.', phase)),
});
const pipe = closed('A file that the pod makes.', {
  file: text('Path of the file.'),
  envFile: text('Path of a file of lines KEY=VALUE.'),
  kind: text('Secret, or ConfigMap.'),
  key: text('Name of it for templates.'),
});
const taskFields: Fields = {
  resources: texts('Templates of Apply, Delete and Toggle.'),
  parameter: text('Parameter that says which of both Toggle does.'),
  wantErr: flag('Dummy: fails.'),
  fatal: flag('Dummy: fails for good.'),
  done: flag('Dummy: has ended.'),
  pod: text('Pipe: template of the pod.'),
  pipe: list('Pipe: the files that are taken from it.', pipe),
  package: text('KudoOperator: name of the operator that is installed.'),
  instanceName: text('KudoOperator: name of its Instance.'),
  appVersion: text('KudoOperator: version of its application.'),
  operatorVersion: text('KudoOperator: version of the operator.'),
  parameterFile: text('KudoOperator: template of its parameters.'),
};
const task = closed(
  'One thing to do.',
  {
    name: text('Name of the task.'),
    kind: text('Apply, Delete, Toggle, Pipe, KudoOperator or Dummy.'),
    spec: orNull(closed('What the kind needs.', taskFields)),
  },
  ['name', 'kind'],
);
const parameter = closed(
  'A value that an Instance may set.',
  {
    name: text('Its name in templates.'),
    displayName: text('Its name for people.'),
    description: text('What it is about.'),
    required: flag('An Instance has to set it, unless there is a default.'),
    default: text('Its value where none is set; lists and maps as YAML.'),
    trigger: text('Plan that runs when it changes.'),
    type: text('string, integer, number, boolean, array or map.'),
    immutable: flag('It cannot be changed any more.'),
    enum: orNull(texts('The only values that are allowed.')),
  },
  ['name'],
);

const operatorVersionCrd = define('OperatorVersion', {
  description: 'One version of a declarative operator: templates, parameters, and plans of tasks.',
  specRequired: false,
  ...noStatus,
  spec: closed('What it is made of.', {
    operator: objectReference('The Operator that it is a version of.'),
    version: text('Version of the operator.'),
    appVersion: text('Version of the application.'),
    templates: orNull(textMap('Texts of the templates, by name.')),
    tasks: orNull(list('What plans can do.', task)),
    parameters: orNull(list('What an Instance may set.', parameter)),
    plans: orNull(mapOf('The plans, by name.', plan)),
    connectionString: text('How clients connect.'),
    upgradableFrom: orNull(
      list('Versions that can be upgraded to this one.', objectReference('One of them.')),
    ),
  }),
  columns: [
    { name: 'Operator', type: 'string', jsonPath: '.spec.operator.name' },
    { name: 'Version', type: 'string', jsonPath: '.spec.version' },
    { name: 'App', type: 'string', jsonPath: '.spec.appVersion' },
    age,
  ],
});

const STATUS = 'NEVER_RUN, PENDING, IN_PROGRESS, ERROR, COMPLETE or FATAL_ERROR.';
const reached: Fields = {
  name: text('Its name.'),
  status: text(STATUS),
  message: text('What is worth saying of it, for people.'),
};
const progress = closed('The last run of a plan.', {
  ...reached,
  uid: text('Identity of the run.'),
  lastUpdatedTimestamp: orNull(time('When something of it last changed.')),
  phases: orNull(
    list(
      'How far its phases are.',
      closed('One of them.', {
        ...reached,
        steps: orNull(list('How far its steps are.', closed('One of them.', reached))),
      }),
    ),
  ),
});
const condition = closed(
  'One aspect of the state.',
  {
    type: text('Which aspect.'),
    status: text('Whether it holds: True, False or Unknown.'),
    reason: text('Why, as one CamelCase word.'),
    message: text('Why, as a sentence for people.'),
    lastTransitionTime: orNull(time('When the status last changed.')),
    observedGeneration: whole('Generation of the object that this was decided from.', { format: 'int64' }),
  },
  ['type', 'status'],
);
const READY = '.status.conditions[?(@.type=="Ready")]';
const instanceCrd = define('Instance', {
  description: 'What an operator runs: a version of it, with parameters.',
  specRequired: false,
  spec: closed('What is asked for.', {
    operatorVersion: objectReference(
      'The OperatorVersion; in the namespace of the Instance unless it names one.',
    ),
    parameters: orNull(textMap('Values of parameters, by name.')),
    planExecution: closed('The plan that runs now; empty while none does.', {
      planName: text('Name of the plan.'),
      uid: text('Identity of the run.'),
      status: text(STATUS),
    }),
  }),
  status: closed('How far it is.', {
    planStatus: orNull(mapOf('The last run of each plan.', progress)),
    conditions: orNull(list('State of the Instance by aspect.', condition)),
  }),
  columns: [
    { name: 'Version', type: 'string', jsonPath: '.spec.operatorVersion.name' },
    { name: 'Ready', type: 'string', jsonPath: `${READY}.status` },
    { name: 'Reason', type: 'string', jsonPath: `${READY}.reason` },
    { name: 'Plan', type: 'string', jsonPath: '.spec.planExecution.planName' },
    age,
  ],
});

/** All three, in no particular order: none needs another. */
export const kudoCrds: readonly CustomResourceDefinition[] = [operatorCrd, operatorVersionCrd, instanceCrd];
