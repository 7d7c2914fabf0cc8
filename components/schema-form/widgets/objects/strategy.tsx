'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isDictionary, pathKey } from '#lib/schema-form/schema/path.ts';
import { fieldOf, propertyNames } from '#lib/schema-form/schema/schema.ts';
import { titleOf } from '#lib/schema-form/schema/titles.ts';
import { OwnErrors } from '../../field-parts.tsx';
import { isLeaf } from '../../field-props.ts';
import { fieldId } from '../../state/form-model.ts';
import { Leaf, partAt, type Parts, Remark, Rest, TEXT_FIELD, Whole } from './parts.tsx';

const TYPES = {
  deployment: ['RollingUpdate', 'Recreate'],
  statefulSet: ['RollingUpdate', 'OnDelete'],
  any: ['RollingUpdate', 'Recreate', 'OnDelete'],
} as const;

/** Source: Kubernetes API reference, apps/v1; used where the operator's schema leaves it open. */
const ROLLING = fieldOf({
  type: 'object',
  properties: {
    maxUnavailable: { 'x-kubernetes-int-or-string': true },
    maxSurge: { 'x-kubernetes-int-or-string': true },
  },
});

const SHOWN: ReadonlySet<string> = new Set(['type', 'rollingUpdate']);

/** How pods are replaced; the settings of a rolling update only while there is one. */
export function StrategyContent({ of, ...parts }: Parts & { readonly of: keyof typeof TYPES }): ReactNode {
  const t = useTranslations('schema-form');
  const type = partAt(parts, 'type', TEXT_FIELD);
  const rolling = partAt(parts, 'rollingUpdate', ROLLING);
  const rolls = type.value === undefined || type.value === null || type.value === 'RollingUpdate';
  return (
    <>
      <Leaf {...type} label={t('objects.strategyType')} options={TYPES[of]} unsetsWhenEmpty />
      {rolls || rolling.value !== undefined ? <Rolling {...rolling} /> : null}
      {rolls || rolling.value === undefined ? null : <Remark>{t('objects.rollingIgnored')}</Remark>}
      <Rest {...parts} omit={SHOWN} />
    </>
  );
}

function Rolling(parts: Parts): ReactNode {
  const t = useTranslations('schema-form');
  const { path, value, errors, field } = parts;
  if (value !== undefined && !isDictionary(value)) return <Whole {...parts} />;
  const leaves = propertyNames(field).filter((name) => isLeaf(partAt(parts, name)));
  return (
    <section
      aria-label={t('objects.rolling')}
      id={fieldId(path)}
      data-section={pathKey(path)}
      tabIndex={-1}
      className="flex min-w-0 scroll-mt-24 flex-col gap-2"
    >
      <OwnErrors errors={errors.own} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
        {leaves.map((name) => (
          <Leaf key={name} {...partAt(parts, name)} label={titleOf(name)} unsetsWhenEmpty />
        ))}
      </div>
      <Rest {...parts} omit={new Set(leaves)} />
    </section>
  );
}

const NAMESPACES: ReadonlySet<string> = new Set(['any', 'matchNames']);

/** All namespaces, or those named. */
export function NamespaceSelectorContent(parts: Parts): ReactNode {
  const t = useTranslations('schema-form');
  const names = partAt(parts, 'matchNames');
  const own = names.descriptors.own ?? { options: [], advanced: false, hidden: false, dependsOn: [] };
  const namespaces = { ...own, resource: { kind: 'Namespace', group: '' } };
  return (
    <>
      <Leaf {...partAt(parts, 'any')} label={t('objects.anyNamespace')} />
      <Whole
        {...names}
        title={t('objects.matchNames')}
        descriptors={{ own: namespaces, children: names.descriptors.children }}
      />
      <Rest {...parts} omit={NAMESPACES} />
    </>
  );
}
