'use client';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Notice } from '#components/ui/notice.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { YamlEditor } from '#components/yaml/yaml-editor.tsx';
import type { DescriptorTree } from '#lib/schema-form/schema/descriptors.ts';
import { differences } from '#lib/schema-form/text/differences.ts';
import { renderYaml } from '#lib/schema-form/text/document.ts';
import { editablePart } from '#lib/schema-form/desk/live.ts';
import type { Preview } from './use-preview.ts';
import { DifferenceList } from './value-words.tsx';

/** What the API server says of the change before it is made. */
export function OutcomeNotice(props: {
  readonly preview: Preview;
  readonly mine: unknown;
  readonly descriptors: DescriptorTree;
}): ReactNode {
  const { preview, mine, descriptors } = props;
  const t = useTranslations('instances');
  if (preview.state === 'asking') return <p className="text-sm text-muted">{t('reviewing.asking')}</p>;
  if (preview.state === 'refused') {
    const { kind, message } = preview.error;
    return kind === 'conflict' ? (
      <Notice tone="info" title={t('conflict')} details={t('reviewing.movedAgain')} />
    ) : (
      <Notice tone="bad" title={t('reviewing.wouldRefuse')} details={message} />
    );
  }
  if (preview.object === undefined) return null;
  const found = differences(mine, editablePart(preview.object));
  if (found.length === 0) return <p className="text-sm text-muted">{t('reviewing.accepts')}</p>;
  return <DifferenceList label={t('reviewing.alsoChanges')} differences={found} descriptors={descriptors} />;
}

/** Line by line: what was edited, and what it becomes. */
export function OutcomeText(props: {
  readonly preview: Preview;
  readonly text: string;
  readonly original: string;
}): ReactNode {
  const { preview, text, original } = props;
  const t = useTranslations('instances');
  const [shown, setShown] = useState('mine');
  const object = preview.state === 'ready' ? preview.object : undefined;
  const diff = (label: string, now: string): ReactNode => (
    <YamlEditor
      label={label}
      text={now}
      original={original}
      readOnly
      className="h-[40vh] rounded-md border border-line"
    />
  );
  if (object === undefined) return diff(t('changes'), text);
  return (
    <Tabs
      label={t('reviewing.views')}
      value={shown}
      onChange={setShown}
      items={[
        { id: 'mine', label: t('reviewing.yours'), content: diff(t('changes'), text) },
        {
          id: 'outcome',
          label: t('reviewing.outcome'),
          content: diff(t('reviewing.outcome'), renderYaml(editablePart(object))),
        },
      ]}
    />
  );
}
