/** What the processes of `bench/live` agree on: objects that say in a column which beat of the writer they show. */
import type { KubeObject } from '#lib/k8s/object.ts';

export const NAMESPACE = 'live';
export const OBJECTS = 100;
export const PER_SECOND = 100;

export const beats = {
  group: 'bench.capstan.dev',
  version: 'v1',
  plural: 'beats',
  kind: 'Beat',
  namespaced: true,
} as const;

export function beatsCrd(): KubeObject {
  const { group, plural, kind, version } = beats;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: 'beat', listKind: 'BeatList' },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          additionalPrinterColumns: [{ name: 'Beat', type: 'string', jsonPath: '.spec.beat' }],
        },
      ],
    },
  };
}

export function aBeat(index: number): KubeObject {
  return {
    apiVersion: `${beats.group}/${beats.version}`,
    kind: beats.kind,
    metadata: { name: nameOf(index), namespace: NAMESPACE },
    spec: { beat: textOf(0), note: 'x'.repeat(1_000) },
    status: { phase: 'Ready' },
  };
}

export function nameOf(index: number): string {
  return `beat-${String(index % OBJECTS).padStart(3, '0')}`;
}

/** Such that it is found in a stream's bytes and on a page without parsing either. */
export function textOf(beat: number): string {
  return `~${String(beat)}~`;
}

/** When each beat was seen or written: Unix milliseconds of the one clock of this machine. */
export type Moments = readonly (readonly [beat: number, at: number])[];
