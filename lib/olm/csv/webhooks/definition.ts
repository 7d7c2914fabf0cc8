/** The webhooks that a CSV describes, read from what its author wrote. Source: OLM `clusterserviceversion_types.go`. */
import { z } from 'zod';
import type { ClusterServiceVersion } from '../../api/types.ts';
import { isLeftOut } from '../../plan/left-out.ts';
import type { CsvFacts } from '../facts.ts';

const port = z.int().min(1).max(65_535);

const WebhookDefinition = z.looseObject({
  type: z.enum(['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook', 'ConversionWebhook']),
  generateName: z.string().min(1),
  deploymentName: z.string().min(1),
  containerPort: port.default(443),
  targetPort: z.union([port, z.string()]).optional(),
  rules: z
    .array(
      z.looseObject({
        operations: z.array(z.string()).optional(),
        apiGroups: z.array(z.string()).optional(),
        apiVersions: z.array(z.string()).optional(),
        resources: z.array(z.string()).optional(),
        scope: z.string().optional(),
      }),
    )
    .default([]),
  failurePolicy: z.string().optional(),
  matchPolicy: z.string().optional(),
  objectSelector: z.looseObject({}).optional(),
  sideEffects: z.string().optional(),
  timeoutSeconds: z.int().optional(),
  admissionReviewVersions: z.array(z.string()).default([]),
  reinvocationPolicy: z.string().optional(),
  webhookPath: z.string().optional(),
  conversionCRDs: z.array(z.string()).default([]),
});
/** One webhook of a CSV, with upstream's defaults filled in. */
export type WebhookDefinition = z.infer<typeof WebhookDefinition>;

/** All that a CSV describes, in their order, or what of them cannot be read. */
export type WebhookDefinitions =
  { kind: 'read'; definitions: readonly WebhookDefinition[] } | { kind: 'unreadable'; why: string };

/** Reads `spec.webhookdefinitions`; none where there are none. */
export function webhookDefinitions({ spec }: Pick<ClusterServiceVersion, 'spec'>): WebhookDefinitions {
  const parsed = z.array(WebhookDefinition).safeParse(spec.webhookdefinitions ?? []);
  if (parsed.success) return { kind: 'read', definitions: parsed.data };
  const [issue] = parsed.error.issues;
  const [index = 0, ...path] = issue?.path ?? [];
  const name = spec.webhookdefinitions?.[Number(index)]?.generateName;
  const which = typeof name === 'string' && name !== '' ? name : String(index);
  return { kind: 'unreadable', why: `webhook ${which}: ${path.join('.')}: ${issue?.message ?? ''}` };
}

/** Those of a CSV that can be read, and are not left out; nothing is made of one whose webhooks cannot. */
export function installedWebhooks({
  csv,
  leavesOut,
}: Pick<CsvFacts, 'csv' | 'leavesOut'>): WebhookDefinition[] {
  const read = webhookDefinitions(csv);
  return read.kind === 'unreadable'
    ? []
    : read.definitions.filter(({ deploymentName }) => !isLeftOut(csv.spec, deploymentName, leavesOut));
}
