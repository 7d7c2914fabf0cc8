/** The question what would happen if, on its way from the page to the server and from there to the catalog service. */
import { z } from 'zod';
import { optional } from '../../base/loose.ts';
import { PROPERTIES_ANNOTATION } from '../api/labels.ts';
import type {
  ClusterServiceVersion,
  CrdDescription,
  InstallPlan,
  OperatorGroup,
  Subscription,
} from '../api/types.ts';

const name = z.string().min(1).max(253);
const text = z.string().max(253);

/** What of a Subscription decides; pods do not. */
const WantedSubscription = z.object({
  name,
  /** CSV name of annotation `capstan.dev/pin`. */
  pin: name.exactOptional(),
  spec: z.object({
    name,
    source: text,
    sourceNamespace: text,
    channel: text.exactOptional(),
    startingCSV: text.exactOptional(),
    installPlanApproval: z.enum(['Automatic', 'Manual']).exactOptional(),
  }),
});
/** A Subscription as far as resolving looks at it. */
export type WantedSubscription = z.infer<typeof WantedSubscription>;

/** What somebody is about to do to one Subscription. */
export const WhatIfChange = z.discriminatedUnion('kind', [
  /** It comes, or is changed to this. */
  z.object({
    kind: z.literal('put'),
    subscription: WantedSubscription,
    /** Comes along with it, where the namespace has none. */
    group: z.lazy(() => HeldGroup).exactOptional(),
  }),
  /** It goes, and with it the operator that it has installed. */
  z.object({ kind: z.literal('remove'), name }),
]);
export type WhatIfChange = z.infer<typeof WhatIfChange>;

/** Parsed where the server gets it from the page. */
export const WhatIfQuestion = z.object({ namespace: z.string().min(1).max(63), change: WhatIfChange });
export type WhatIfQuestion = z.infer<typeof WhatIfQuestion>;

const Named = z.looseObject({ metadata: z.looseObject({ name: z.string() }) });
const SubscriptionShape = Named.extend({
  spec: z.looseObject({ name: z.string(), source: z.string(), sourceNamespace: z.string() }),
});
const CsvShape = Named.extend({
  spec: z.looseObject({ install: z.looseObject({ strategy: z.string() }) }),
});
const PlanShape = Named.extend({
  spec: z.looseObject({ clusterServiceVersionNames: z.array(z.string()), approved: z.boolean() }),
});

/** Objects of a namespace: only the frame is checked, of what is looked at here. */
export const HeldSubscription = z.custom<Subscription>((value) => SubscriptionShape.safeParse(value).success);
/** As `slimCsv` leaves it. */
export const HeldCsv = z.custom<ClusterServiceVersion>((value) => CsvShape.safeParse(value).success);
/** With any number but one nothing is installed (OLM 29). */
export const HeldGroup = z.custom<OperatorGroup>((value) => Named.safeParse(value).success);
/** An InstallPlan with its CSV names and its approval. */
export const HeldPlan = z.custom<InstallPlan>((value) => PlanShape.safeParse(value).success);

/** What the catalog service is asked. */
export const WhatIfInquiry = WhatIfQuestion.extend({
  subscriptions: z.array(HeldSubscription),
  csvs: z.array(HeldCsv),
  groups: z.array(HeldGroup),
  plans: z.array(HeldPlan),
  /** The catalogs that the one who asks may see. */
  catalogs: z.array(z.object({ namespace: z.string(), name: z.string() })),
});
export type WhatIfInquiry = z.infer<typeof WhatIfInquiry>;
/** What the namespace holds, and the question. */
export type WhatIfHolding = Omit<WhatIfInquiry, 'catalogs'>;

/** What of a CSV is looked at when a namespace is resolved: the rest may be megabytes. */
export function slimCsv(csv: ClusterServiceVersion): ClusterServiceVersion {
  const { managedFields: _managers, annotations, ...metadata } = csv.metadata;
  const { description: _text, icon: _icon, relatedImages: _images, install, ...spec } = csv.spec;
  const { owned = [], required = [] } = spec.customresourcedefinitions ?? {};
  const properties = annotations?.[PROPERTIES_ANNOTATION];
  return {
    ...csv,
    metadata: {
      ...metadata,
      ...(properties === undefined ? {} : { annotations: { [PROPERTIES_ANNOTATION]: properties } }),
    },
    spec: {
      ...spec,
      install: { strategy: install.strategy },
      customresourcedefinitions: { owned: owned.map(slimCrd), required: required.map(slimCrd) },
    },
    status: optional({ phase: csv.status?.phase, reason: csv.status?.reason }),
  };
}

function slimCrd({ name: crd, version, kind }: CrdDescription): CrdDescription {
  return { name: crd, version, kind };
}

/** What of a plan is looked at: what it is for, what it brings, and how far it is. */
export function slimPlan(plan: InstallPlan): InstallPlan {
  const { managedFields: _managers, annotations: _notes, ...metadata } = plan.metadata;
  const { status } = plan;
  if (status === undefined) return { ...plan, metadata };
  const steps = (status.plan ?? []).filter(({ resource }) => resource.kind === 'ClusterServiceVersion');
  return { ...plan, metadata, status: { ...status, plan: steps } };
}
