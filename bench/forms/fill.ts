/** Makes a valid value that sets every field of a schema, up to a number of fields. */

export type Raw = Readonly<Record<string, unknown>>;

/** What fits most patterns and formats of real schemas; the first that the rules allow is taken. */
const TEXTS = [
  ...['example', 'a', '1', '10', '1Gi', '10m', '1.2.3', '10.0.0.1', 'https://example.com', 'example.com'],
  ...[
    '2026-01-31T08:00:00Z',
    'one@example.com',
    'YQ==',
    'A',
    'Example',
    'example/one',
    '/example',
    '0 0 * * *',
  ],
];
const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T08:00:00Z',
  date: '2026-01-31',
  byte: 'YQ==',
  duration: '10m',
  uri: 'https://example.com',
  email: 'one@example.com',
  ipv4: '10.0.0.1',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
};

export function filled(schema: Raw, fields: number): unknown {
  const left = { fields };
  return valueOf(schema, left, 0);
}

interface Left {
  fields: number;
}

function valueOf(schema: Raw, left: Left, depth: number): unknown {
  if (left.fields <= 0 || depth > 24) return undefined;
  const { properties, items, additionalProperties } = schema;
  if (isRaw(properties)) return objectOf(schema, properties, left, depth);
  if (isRaw(items)) {
    const item = valueOf(items, left, depth + 1);
    return item === undefined ? undefined : [item];
  }
  if (isRaw(additionalProperties)) {
    const item = valueOf(additionalProperties, left, depth + 1);
    return item === undefined ? undefined : { key: item };
  }
  return scalarOf(schema, left);
}

function objectOf(schema: Raw, properties: Raw, left: Left, depth: number): unknown {
  const object: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = isRaw(property) ? valueOf(property, left, depth + 1) : undefined;
    if (value !== undefined) object[name] = value;
  }
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return required.every((name) => Object.hasOwn(object, String(name))) ? object : undefined;
}

function scalarOf(schema: Raw, left: Left): unknown {
  const value = oneScalar(schema);
  if (value !== undefined) left.fields -= 1;
  return value;
}

function oneScalar(schema: Raw): unknown {
  const options = schema['enum'];
  if (Array.isArray(options)) return options[0];
  if (schema['default'] !== undefined) return schema['default'];
  switch (schema['type']) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'string':
      return textOf(schema);
    case 'object':
      return schema['x-kubernetes-preserve-unknown-fields'] === true ? { key: 'value' } : {};
    default:
      return schema['x-kubernetes-int-or-string'] === true ? 1 : 'example';
  }
}

function numberOf(schema: Raw): number {
  const least = typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
  const most = typeof schema['maximum'] === 'number' ? schema['maximum'] : Infinity;
  return Math.min(most, Math.max(1, least + (schema['exclusiveMinimum'] === true ? 1 : 0)));
}

function textOf(schema: Raw): string | undefined {
  const format = BY_FORMAT[String(schema['format'])];
  const least = Number(schema['minLength'] ?? 0);
  const most = Number(schema['maxLength'] ?? Infinity);
  const fitting = [...(format === undefined ? TEXTS : [format]), 'x'.repeat(least)];
  return fitting.find(
    (text) => text.length >= least && text.length <= most && matches(schema['pattern'], text),
  );
}

function matches(pattern: unknown, text: string): boolean {
  if (typeof pattern !== 'string') return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
