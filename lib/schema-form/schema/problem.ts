/**
 * What is wrong with a value or a text, as a code with what its sentence needs; the catalogue of texts has the sentences
 * (`schema-form.problems`). Most of them follow a field's name: "must be at most 10".
 */

/** Every code; each is a key of `schema-form.problems`. */
export const problemCodes = [
  ...[
    'required',
    'requiredKey',
    'noValue',
    'duplicate',
    'sameKeys',
    'unknownField',
    'misspelt',
    'twice',
    'inside',
  ],
  ...['dictionary', 'object', 'array', 'string', 'integer', 'number', 'boolean', 'intOrString', 'fixed'],
  ...[
    'options',
    'nearOption',
    'anyOf',
    'oneOf',
    'not',
    'contradiction',
    'failedRule',
    'nameTaken',
    'noNamespace',
  ],
  ...['atLeast', 'atMost', 'moreThan', 'lessThan', 'multipleOf', 'tooLarge', 'tooLargeFloat'],
  ...['notEmpty', 'minLength', 'maxLength', 'pattern'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
  ...[
    'byte',
    'cidr',
    'creditCard',
    'date',
    'dateTime',
    'duration',
    'email',
    'hexColor',
    'hostname',
    'ipv4',
    'ipv6',
  ],
  ...['isbn', 'mac', 'objectId', 'rgbColor', 'ssn', 'uri', 'uuid'],
  ...['lowerCase', 'noSpaces', 'name', 'labelKey', 'labelName', 'labelPrefix', 'labelValue'],
  ...['webhookUnasked', 'conversionUnasked'],
  ...['annotationsTooLarge', 'apiVersion', 'kind', 'oneController', 'pathSegment'],
  ...['yamlAliases', 'yamlBlockKey', 'yamlDocuments', 'yamlIndent', 'yamlLongKey', 'yamlMissing'],
  ...['yamlNoObject', 'yamlRepeated', 'yamlTabs', 'yamlTooDeep', 'yamlTooLong', 'yamlUnexpected'],
] as const;

/** One of `problemCodes`. */
export type ProblemCode = (typeof problemCodes)[number];

/** Lists are joined as the language joins them. */
export type ProblemValues = Readonly<Record<string, string | number | readonly string[]>>;

/** A code with its values, or a sentence as it came. */
export type Problem =
  | { readonly code: ProblemCode; readonly values?: ProblemValues }
  /** In the words of somebody else: the API server, the YAML reader. */
  | { readonly said: string };

/** Would both be said with the same words? */
export function sameProblem(left: Problem, right: Problem): boolean {
  if ('said' in left || 'said' in right) return 'said' in left && 'said' in right && left.said === right.said;
  return left.code === right.code && sameValues(left.values ?? {}, right.values ?? {});
}

function sameValues(left: ProblemValues, right: ProblemValues): boolean {
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => String(left[name]) === String(right[name]))
  );
}
