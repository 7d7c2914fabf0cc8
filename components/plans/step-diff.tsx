'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { stringify } from 'yaml';
import { useApi } from '#components/data/use-api.ts';
import { YamlView } from '#components/ui/code-block.tsx';
import { SkeletonText } from '#components/ui/skeleton.tsx';
import { YamlDiff } from '#components/yaml/yaml-diff.tsx';
import { isJsonObject } from '#lib/base/json.ts';
import type { ObjectDifference } from '#lib/olm/plan/diff.ts';
import type { PlanReview } from '#lib/olm/plan/review.ts';
import type { ReviewedObject } from '#lib/olm/plan/review-object.ts';
import { urls } from '#lib/urls.ts';

interface StepDiffProps {
  readonly review: Pick<PlanReview, 'namespace' | 'name'>;
  readonly object: ReviewedObject;
}

/** The manifest, beside what is in the cluster where something is. */
export function StepDiff({ review, object }: StepDiffProps): ReactNode {
  const t = useTranslations('reviews');
  const answer = useApi<ObjectDifference>(urls.api.stepDifference(review, object.step));
  if (answer.state === 'loading') return <SkeletonText lines={8} />;
  if (answer.data === undefined) {
    // Why is said above already.
    return object.why === undefined ? <p className="text-muted">{answer.error.message}</p> : null;
  }
  const { before, after } = answer.data;
  const label = `${object.kind} ${object.name}`;
  if (before === undefined) return <YamlView label={label} text={yamlOf(after)} />;
  const [old, now] = [yamlOf(before), yamlOf(inOrderOf(after, before))];
  if (old === now) {
    return (
      <>
        <p className="text-sm text-muted">{t('nothingChanges')}</p>
        <YamlView label={label} text={now} />
      </>
    );
  }
  return (
    <YamlDiff
      label={label}
      text={now}
      original={old}
      className="max-h-[70vh] rounded-md border border-line"
    />
  );
}

function yamlOf(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}

/** Keys in the order of the other, so that only what differs differs. */
function inOrderOf(value: unknown, model: unknown): unknown {
  if (Array.isArray(value)) {
    const models: unknown[] = Array.isArray(model) ? model : [];
    return value.map((item: unknown, index) => inOrderOf(item, models[index]));
  }
  if (!isJsonObject(value)) return value;
  const known = isJsonObject(model) ? Object.keys(model).filter((key) => Object.hasOwn(value, key)) : [];
  const keys = [...new Set([...known, ...Object.keys(value)])];
  return Object.fromEntries(
    keys.map((key) => [key, inOrderOf(value[key], isJsonObject(model) ? model[key] : undefined)]),
  );
}
