'use client';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { stringify } from 'yaml';
import { Badge } from '#components/ui/badge.tsx';
import { Card } from '#components/ui/card.tsx';
import { YamlView } from '#components/ui/code-block.tsx';
import { Select } from '#components/ui/inputs.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { ProvidedKind } from '#lib/olm/api/provided-kinds.ts';
import { instanceTypeFromCrd, type InstanceType } from '#lib/schema-form/schema/instance-type.ts';
import { SchemaTree } from './schema-tree.tsx';

interface ApiDetailsProps {
  readonly kind: ProvidedKind;
  /** The CustomResourceDefinition, once it is here. */
  readonly crd: unknown;
  readonly example: unknown;
}

/** One kind: what it is for, what it looks like, every field it has. */
export function ApiDetails({ kind, crd, example }: ApiDetailsProps): ReactNode {
  const t = useTranslations('packages');
  const [asked, setAsked] = useState<string>();
  const served = useMemo(() => versionsOf(crd, kind), [crd, kind]);
  const version = asked ?? served[0] ?? kind.version;
  const type = useMemo(() => typeOf(crd, kind, version), [crd, kind, version]);
  return (
    <>
      <Card
        title={kind.kind}
        description={
          <span className="font-mono text-xs break-all">
            {kind.name} · {version}
          </span>
        }
        action={
          served.length < 2 ? undefined : (
            <Select
              aria-label={t('apiVersion')}
              value={version}
              onChange={setAsked}
              options={served.map((name) => ({ value: name, label: name }))}
              className="w-32"
            />
          )
        }
      >
        <div className="flex min-w-0 flex-col gap-3">
          {kind.description === undefined ? null : <p className="break-words">{kind.description}</p>}
          {type === undefined ? null : <TypeFacts type={type} />}
        </div>
      </Card>
      {type === undefined ? null : <FieldsCard type={type} />}
      {example === undefined ? null : (
        <Card title={t('example')} description={t('exampleHelp')}>
          <YamlView label={t('exampleOf', { kind: kind.kind })} text={stringify(example, { lineWidth: 0 })} />
        </Card>
      )}
    </>
  );
}

const PLURAL = /^[^.]+/;

function typeOf(crd: unknown, { name, group }: ProvidedKind, version: string): InstanceType | undefined {
  if (crd === undefined) return undefined;
  const plural = PLURAL.exec(name)?.[0] ?? name;
  const reading = instanceTypeFromCrd(crd, { group, version, plural });
  return reading.ok ? reading.type : undefined;
}

/** All that the definition serves, the CSV's own first. */
function versionsOf(crd: unknown, kind: ProvidedKind): string[] {
  const found = kind.versions.map((version) => typeOf(crd, kind, version)).find((type) => type !== undefined);
  return [...new Set([...kind.versions, ...(found?.versions ?? [])])];
}

function TypeFacts({ type }: { readonly type: InstanceType }): ReactNode {
  const t = useTranslations('packages');
  const { resource, columns, deprecated, deprecationWarning } = type;
  return (
    <>
      {deprecated ? <Notice tone="warn" title={t('apiDeprecated')} details={deprecationWarning} /> : null}
      <p className="flex flex-wrap gap-1.5">
        <Badge>{resource.namespaced ? t('namespaced') : t('clusterWide')}</Badge>
      </p>
      {columns.length === 0 ? null : (
        <p className="text-sm text-muted">
          {t('printed', { columns: columns.map(({ name }) => name).join(', ') })}
        </p>
      )}
    </>
  );
}

function FieldsCard({ type }: { readonly type: InstanceType }): ReactNode {
  const t = useTranslations('packages');
  return (
    <Card title={t('fields')}>
      {type.hasSchema ? <SchemaTree schema={type.schema} /> : <p className="text-muted">{t('noSchema')}</p>}
    </Card>
  );
}
