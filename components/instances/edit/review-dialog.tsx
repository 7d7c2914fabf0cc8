'use client';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ApiError } from '#components/data/api-error.ts';
import { useApiError } from '#components/data/use-api-error.ts';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import type { Denial } from '#components/frame/rights.tsx';
import { Button } from '#components/ui/button.tsx';
import { RadioGroup } from '#components/ui/choices.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { type ApplyConflict, applyConflicts } from '#lib/k8s/apply-conflict.ts';
import type { Change } from '#lib/k8s/change.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import type { DescriptorTree } from '#lib/schema-form/schema/descriptors.ts';
import { differences } from '#lib/schema-form/text/differences.ts';
import { editablePart } from '#lib/schema-form/desk/live.ts';
import { ManagerConflicts } from './manager-conflicts.tsx';
import { OutcomeNotice, OutcomeText } from './outcome.tsx';
import { type ManagedFields, useManagedFields } from './use-managed-fields.ts';
import { type Preview, usePreview } from './use-preview.ts';
import { DifferenceList } from './value-words.tsx';
import { instanceChange, conflictKey, type Decisions, type Wanted, type Way } from './write.ts';

export interface ReviewProps {
  readonly wanted: Wanted;
  /** The text as it is edited, and the same of the live object. */
  readonly text: string;
  readonly original: string;
  readonly descriptors: DescriptorTree;
  readonly denials: Readonly<Record<Way, Denial>>;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  /** The API server found fault with the fields. */
  readonly onRefused: (error: ApiError) => void;
}

const NONE: Decisions = new Map();

/** What changes, in words and line by line, how it is written, and what the cluster would make of it. */
export function ReviewDialog(props: ReviewProps): ReactNode {
  const { wanted, descriptors, denials, onClose } = props;
  const t = useTranslations('instances');
  const [way, setWay] = useState<Way>(denials.replace.disabledReason === undefined ? 'replace' : 'apply');
  const [decisions, setDecisions] = useState(NONE);
  const [busy, setBusy] = useState(false);
  const { change, preview, conflicts, open, waits } = useProposal(props, { way, decisions, busy });
  const save = useSave(props, change, setBusy);
  const live = useMemo(() => editablePart(wanted.latest), [wanted.latest]);
  const found = useMemo(() => differences(live, wanted.mine), [live, wanted.mine]);
  const nothing = change === undefined ? t(waits ? 'reviewing.asking' : 'reviewing.nothingLeft') : undefined;
  return (
    <Dialog
      open
      width="lg"
      title={t('review')}
      description={t('reviewing.hint')}
      onOpenChange={(next) => {
        if (!next && !busy) onClose();
      }}
      footer={
        <>
          <ChangeMenu changes={() => (change === undefined ? undefined : [change])} />
          <Button onClick={onClose}>{t('backToEditor')}</Button>
          <Button
            variant="primary"
            busy={busy}
            disabledReason={open ? t('reviewing.decideFirst') : nothing}
            onClick={() => void save()}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-4 pb-2">
        <HandOutNote />
        <DifferenceList
          label={t('reviewing.changes', { count: found.length })}
          differences={found}
          descriptors={descriptors}
        />
        <WayField
          way={way}
          denials={denials}
          onChange={(next) => {
            setWay(next);
            setDecisions(NONE);
          }}
        />
        <ManagerConflicts
          conflicts={conflicts}
          object={wanted.mine}
          decisions={decisions}
          onDecide={setDecisions}
        />
        {open ? null : <OutcomeNotice preview={preview} mine={wanted.mine} descriptors={descriptors} />}
        <OutcomeText preview={preview} text={props.text} original={props.original} />
      </div>
    </Dialog>
  );
}

interface Proposal {
  readonly change: Change | undefined;
  readonly preview: Preview;
  readonly conflicts: readonly ApplyConflict[];
  /** Some of the conflicts are not decided yet. */
  readonly open: boolean;
  /** It is not known yet what to send. */
  readonly waits: boolean;
}

/** The change as it stands, and what the cluster says to it. */
function useProposal(
  { wanted, text }: ReviewProps,
  { way, decisions, busy }: { readonly way: Way; readonly decisions: Decisions; readonly busy: boolean },
): Proposal {
  // Status goes on changing; who manages what is as of the moment of looking.
  const [seen] = useState(wanted.latest);
  const managers = useManagedFields(wanted.type.resource, seen);
  // An apply has to say again what was applied before.
  const waits = way === 'apply' && managers.state === 'loading';
  const latest = managers.state === 'ready' ? withManagers(wanted.latest, managers) : wanted.latest;
  const about = [way, String(waits), text];
  const bare = waits ? undefined : instanceChange(way, { ...wanted, latest }, NONE);
  const asked = usePreview(bare, { about: about.join('\n'), over: busy });
  const conflicts = asked.state === 'refused' ? applyConflicts(asked.error.causes) : [];
  const open = conflicts.some((conflict) => !decisions.has(conflictKey(conflict)));
  // Nothing is forced before all is decided: force would take every field, looked at or not.
  const decided = conflicts.length > 0 && !open;
  const change = decided ? instanceChange(way, { ...wanted, latest }, decisions) : bare;
  const choices = [...decisions].map(([key, { choice }]) => `${choice} ${key}`);
  const settled = usePreview(decided ? change : undefined, {
    about: [...about, ...choices].join('\n'),
    over: busy,
  });
  return { change, preview: decided ? settled : asked, conflicts, open, waits };
}

function withManagers(
  object: KubeObject,
  { managedFields }: Extract<ManagedFields, { state: 'ready' }>,
): KubeObject {
  return { ...object, metadata: { ...object.metadata, managedFields: [...managedFields] } };
}

function WayField(props: {
  readonly way: Way;
  readonly denials: ReviewProps['denials'];
  readonly onChange: (way: Way) => void;
}): ReactNode {
  const { way, denials, onChange } = props;
  const t = useTranslations('instances');
  const ways = ['replace', 'apply'] as const;
  return (
    <RadioGroup
      legend={t('reviewing.how')}
      value={way}
      onChange={(value) => {
        const chosen = ways.find((one) => one === value);
        if (chosen !== undefined) onChange(chosen);
      }}
      options={ways.map((value) => ({
        value,
        label: t(`reviewing.${value}`),
        help: t(`reviewing.${value}Hint`),
        disabledReason: denials[value].disabledReason,
      }))}
    />
  );
}

function useSave(
  { wanted, onClose, onSaved, onRefused }: ReviewProps,
  change: ReturnType<typeof instanceChange>,
  setBusy: (busy: boolean) => void,
): () => Promise<void> {
  const t = useTranslations('instances');
  const toast = useToast();
  const submit = useSubmit();
  const toApiError = useApiError();
  return async () => {
    if (change === undefined) return;
    setBusy(true);
    try {
      const made = await submit({ changes: [change] });
      onClose();
      if (!made) return;
      const { name } = wanted.latest.metadata;
      toast({ tone: 'good', title: t('saved', { kind: wanted.type.resource.kind, name }) });
      onSaved();
    } catch (cause) {
      onClose();
      onRefused(toApiError(cause));
    } finally {
      setBusy(false);
    }
  };
}
