import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { file_registry as registry } from './registry_pb.ts';

/** Fields by message, as a .proto file writes them: `repeated string skips = 14`. */
function fieldsOf(proto: string): Map<string, string[]> {
  const messages = new Map<string, string[]>();
  for (const [, name = '', body = ''] of proto.matchAll(/^message (\w+) *\{([^}]*)\}/gm)) {
    const fields = body
      .split('\n')
      .map((line) => line.trim().replace(/;$/, ''))
      .filter((line) => line !== '' && !line.startsWith('//'));
    messages.set(name, fields);
  }
  return messages;
}

function written(field: DescField): string {
  const kind = field.fieldKind === 'list' ? field.listKind : field.fieldKind;
  const type =
    kind === 'message'
      ? (field.message?.name ?? '')
      : field.scalar === ScalarType.STRING
        ? 'string'
        : 'int32';
  return `${field.fieldKind === 'list' ? 'repeated ' : ''}${type} ${field.name} = ${String(field.number)}`;
}

/** The module that OLM's registry server is built of, where this machine can have it. */
function upstream(): string | undefined {
  try {
    const module = 'github.com/operator-framework/operator-registry@v1.73.0';
    const told: unknown = JSON.parse(
      execFileSync('go', ['mod', 'download', '-json', module], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
    const { Dir } = told as { Dir: string };
    return readFileSync(join(Dir, 'pkg/api/registry.proto'), 'utf8');
  } catch {
    return undefined;
  }
}

const ours = fieldsOf(readFileSync(new URL('registry.proto', import.meta.url), 'utf8'));

describe('messages of the registry API', () => {
  it('are made of registry.proto as it stands', () => {
    const made = new Map(registry.messages.map((each: DescMessage) => [each.name, each.fields.map(written)]));

    expect(made.size).toBeGreaterThan(10);
    expect(made).toEqual(ours);
  });

  it('have the fields and numbers that operator-registry gives them', ({ skip }) => {
    const proto = upstream();
    if (proto === undefined) skip('Go, or its module proxy, is not there');
    const theirs = fieldsOf(proto ?? '');

    for (const [name, fields] of ours) {
      if (name.startsWith('HealthCheck')) continue;
      expect(theirs.get(name), name).toEqual(fields);
    }
  });
});
