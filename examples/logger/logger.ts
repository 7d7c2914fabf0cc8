/** The kind Logger: what is asked of it, what it says. */
import { z } from 'zod';
import type { Condition, Resource } from '#lib/k8s/object.ts';
import { ownConditions } from '../kit/conditions.ts';
import { conditionsSchema, resourceOf } from '../kit/definition.ts';
import type { Column, KindDefinition } from '../kit/definition.ts';

const about = (description: string): { description: string } => ({ description });
const counted = (description: string): { description: string; format: string } => ({
  description,
  format: 'int32',
});

const FirstSpec = z.object({
  name: z
    .string()
    .min(1)
    .max(64)
    .regex(/^\S(.*\S)?$/)
    .meta(about('What the loggers call themselves in what they write, for example hello.')),
  timeInterval: z
    .int()
    .min(1)
    .max(86_400)
    .meta(counted('Seconds between two lines of one logger, at least 1 and at most a day.')),
  replicas: z
    .int()
    .min(0)
    .max(100)
    .meta(counted('How many loggers there are, each a pod of its own; at most 100.')),
});

export const LoggerSpec = FirstSpec.extend({
  /** From version 2 of the operator on. */
  prefix: z
    .string()
    .min(1)
    .max(16)
    .regex(/^\S+$/)
    .meta(about('What each line begins with, after the time.'))
    .default('INFO'),
});
export type LoggerSpec = z.infer<typeof LoggerSpec>;

const StatusShape = z.object({
  observedGeneration: z
    .int()
    .meta({ description: 'Generation of the spec that this status answers.', format: 'int64' })
    .optional(),
  state: z
    .enum(['Available', 'Unavailable'])
    .meta(about('Whether all loggers run, and as they are asked for.'))
    .optional(),
  replicas: z.int().min(0).meta(counted('Pods there are.')).optional(),
  readyReplicas: z.int().min(0).meta(counted('Loggers that run as they are asked for.')).optional(),
  conditions: conditionsSchema('Available.', 'What is true of the loggers now.').optional(),
});

/** By version of the operator: 2 brought the prefix. */
export function loggerKind(major: number): KindDefinition {
  return {
    ...{ group: 'example.com', kind: 'Logger', plural: 'loggers', shortNames: ['lg'] },
    versions: [
      {
        name: 'v1',
        description: 'Pods that write a line every few seconds.',
        descriptions: {
          spec: 'What the loggers do. Pods that do something else are replaced.',
          status: 'What runs, as the operator reports it.',
        },
        ...{ spec: major < 2 ? FirstSpec : LoggerSpec, status: StatusShape, columns: COLUMNS },
        scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
      },
    ],
  };
}

const COLUMNS: readonly Column[] = [
  {
    name: 'Name in lines',
    type: 'string',
    description: 'What the loggers call themselves.',
    jsonPath: '.spec.name',
  },
  {
    name: 'Interval',
    type: 'integer',
    description: 'Seconds between two lines.',
    jsonPath: '.spec.timeInterval',
  },
  { name: 'Loggers', type: 'integer', description: 'How many are asked for.', jsonPath: '.spec.replicas' },
  {
    name: 'Ready',
    type: 'integer',
    description: 'How many run as they are asked for.',
    jsonPath: '.status.readyReplicas',
  },
  { name: 'State', type: 'string', description: 'Whether all loggers run.', jsonPath: '.status.state' },
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
];

export const loggers: Resource = resourceOf(loggerKind(2));

/** Our own part of the status, so that what others write there never makes us write again. */
const StatusBefore = z.object({
  observedGeneration: z.unknown().optional(),
  state: z.unknown().optional(),
  replicas: z.unknown().optional(),
  readyReplicas: z.unknown().optional(),
  conditions: ownConditions(['Available']),
});

export const Logger = z.object({
  metadata: z.object({ name: z.string(), namespace: z.string(), uid: z.string(), generation: z.int() }),
  spec: z.unknown().optional(),
  status: StatusBefore.optional().catch(undefined),
});
export type Logger = z.infer<typeof Logger>;

export interface LoggerStatus {
  observedGeneration: number;
  /** Available: all loggers that are asked for run, and as they are asked for. */
  state: 'Available' | 'Unavailable';
  /** Pods there are. */
  replicas: number;
  /** Pods that are ready and as they are asked for. */
  readyReplicas: number;
  conditions: Condition[];
}
