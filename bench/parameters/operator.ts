/** An operator with very many parameters of all types, and values for them. */
import { KUDO_API_VERSION, type KudoOperatorVersion, type ParameterForm } from '#lib/kudo/api/types.ts';

interface LargeOperator {
  version: KudoOperatorVersion;
  form: ParameterForm;
  /** One for each parameter. */
  values: Record<string, string>;
}

type Parameter = KudoOperatorVersion['spec']['parameters'][number];

/** By turns: a type, a default, and a value that differs from it. */
const SORTS: readonly { sort: Partial<Parameter>; value: string }[] = [
  { sort: { type: 'integer', default: '3' }, value: '5' },
  { sort: { type: 'string', default: 'fast' }, value: 'safe and slow' },
  { sort: { type: 'boolean', default: 'true' }, value: 'false' },
  { sort: { type: 'array', default: '["a","b"]' }, value: '["one","two","three","four","five"]' },
  { sort: { type: 'map', default: '{"a":"b"}' }, value: '{"zone":"north","tier":"gold","cost":"12"}' },
  { sort: { type: 'string', enum: ['small', 'large'], default: 'small' }, value: 'large' },
  { sort: { type: 'string' }, value: 'key = value\n'.repeat(100) },
  { sort: { type: 'number', default: '0.5' }, value: '0.75' },
];

const GROUPS = 10;

/** With so many parameters in ten groups, every fifth of them for the advanced. */
export function largeOperator(count: number): LargeOperator {
  const rows = Array.from({ length: count }, (_, index) => ({
    name: `PARAMETER_${String(index)}`,
    ...(SORTS[index % SORTS.length] ?? { sort: {}, value: '' }),
  }));
  const groups = Array.from({ length: GROUPS }, (_, index) => ({
    name: `group-${String(index)}`,
    displayName: `Group ${String(index)}`,
    prio: index,
  }));
  const parameters = rows.map(({ name, sort }, index) => ({
    ...{ name, displayName: `Parameter ${String(index)}`, required: false },
    description: `What parameter ${String(index)} does to the operator, in a sentence of some length.`,
    ...sort,
  }));
  return {
    version: {
      ...{ apiVersion: KUDO_API_VERSION, kind: 'OperatorVersion', metadata: { name: 'large-1.0.0' } },
      spec: {
        ...{ operator: { name: 'large' }, version: '1.0.0', templates: {}, tasks: [], plans: {} },
        parameters,
      },
    },
    form: {
      groups,
      parameters: Object.fromEntries(
        rows.map(({ name }, index) => [
          name,
          { group: `group-${String(index % GROUPS)}`, advanced: index % 5 === 4 },
        ]),
      ),
    },
    values: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  };
}
