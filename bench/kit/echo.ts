/** What the controllers of `bench/kit` look after: an Echo is to say in its status what its spec says. */
import { z } from 'zod';
import type { KubeObject, Resource } from '#lib/k8s/object.ts';

export const echoes: Resource = {
  ...{ group: 'bench.capstan.dev', version: 'v1', plural: 'echoes', kind: 'Echo', namespaced: true },
};

/** Of the definition, as far as the controllers care; `text` makes an object as large as real ones are. */
const said = { type: 'object', properties: { value: { type: 'string' }, text: { type: 'string' } } };

export const definition: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'echoes.bench.capstan.dev' },
  spec: {
    group: echoes.group,
    scope: 'Namespaced',
    names: { plural: echoes.plural, singular: 'echo', kind: echoes.kind, listKind: 'EchoList' },
    versions: [
      {
        ...{ name: echoes.version, served: true, storage: true, subresources: { status: {} } },
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: said, status: said } } },
      },
    ],
  },
};

/** Unix microseconds of when a controller began to answer a change, and of when the API server had taken its answer. */
export interface Answer {
  readonly name: string;
  readonly value: string;
  readonly begun: number;
  readonly done: number;
}

const Line = z.tuple([z.literal('answered'), z.string(), z.string(), z.coerce.number(), z.coerce.number()]);

/** Of a line of a controller's output; undefined for any other line. */
export function answerOf(line: string): Answer | undefined {
  const words = Line.safeParse(line.split(' ')).data;
  return words && { name: words[1], value: words[2], begun: words[3], done: words[4] };
}

/** Now, in unix microseconds, by a clock that does not jump within the process. */
export const nowMicros = (): number => Math.round((performance.timeOrigin + performance.now()) * 1000);
