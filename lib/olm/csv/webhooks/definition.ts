/** The webhooks that a CSV describes, read from what its author wrote. Source: OLM `clusterserviceversion_types.go`. */
import { z } from 'zod';
import { optional } from '../../../base/loose.ts';
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

/** What a CSV describes, in their order, and what of that cannot be read. */
interface WebhookDefinitions {
  definitions: readonly WebhookDefinition[];
  /** Of the first that cannot be read: its name, the field, and what is wrong with it. */
  unreadable?: string;
}

/** Reads `spec.webhookdefinitions`; what cannot be read, and is left out, bothers nobody. */
export function webhookDefinitions({ csv, leavesOut }: WebhookFacts): WebhookDefinitions {
  const described = csv.spec.webhookdefinitions ?? [];
  const read = described.map((webhook) => ({ webhook, ...WebhookDefinition.safeParse(webhook) }));
  const [first] = read.filter(
    ({ webhook, success }) => !success && !isLeftOut(csv.spec, webhook.deploymentName, leavesOut),
  );
  const [issue] = first?.error?.issues ?? [];
  const why =
    issue && `webhook ${first?.webhook.generateName ?? ''}: ${issue.path.join('.')}: ${issue.message}`;
  return { definitions: read.flatMap(({ data }) => data ?? []), ...optional({ unreadable: why }) };
}

type WebhookFacts = Pick<CsvFacts, 'csv' | 'leavesOut'>;

/** Those that are not left out; nothing is made of a CSV whose webhooks cannot be read. */
export function installedWebhooks(facts: WebhookFacts): readonly WebhookDefinition[] {
  const { csv, leavesOut } = facts;
  const { definitions, unreadable } = webhookDefinitions(facts);
  if (unreadable !== undefined) return [];
  return definitions.filter(({ deploymentName }) => !isLeftOut(csv.spec, deploymentName, leavesOut));
}
