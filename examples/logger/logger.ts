/** The kind Logger: what is asked of it, what it says. */
import { z } from 'zod';
import type { Condition, Resource } from '#lib/k8s/object.ts';
import { ownConditions } from '../kit/conditions.ts';

export const loggers: Resource = {
  group: 'example.com',
  version: 'v1',
  plural: 'loggers',
  kind: 'Logger',
  namespaced: true,
};

export const LoggerSpec = z.object({
  name: z.string().min(1),
  timeInterval: z.int().min(1),
  replicas: z.int().min(0),
  /** From version 2 of the operator on. */
  prefix: z.string().min(1).optional(),
});
export type LoggerSpec = z.infer<typeof LoggerSpec>;

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
