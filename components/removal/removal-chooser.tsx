'use client';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useApiError } from '#components/data/use-api-error.ts';
import { HandOutNote, useSubmit } from '#components/frame/change-desk.tsx';
import { ChangeMenu } from '#components/frame/change-menu.tsx';
import { useMay, useMayEach, type Denial } from '#components/frame/rights.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Checkbox } from '#components/ui/choices.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/inputs.tsx';
import { MiddleTruncate } from '#components/ui/middle-truncate.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { AccessCheck } from '#lib/access.ts';
import { uninstallDeletions } from '#lib/olm/removal/decide.ts';
import type { UninstallFacts } from '#lib/olm/removal/facts.ts';
import {
  inventoryOf,
  nameToType,
  rightsOfRemoval,
  type Choice,
  type InstancesChoice,
} from '#lib/olm/removal/inventory.ts';
import { choicesOf, type RemovalChoices, type RemovalPicks } from '#lib/olm/removal/record.ts';
import { stayText } from './removal-words.ts';
import { Works } from './removal-works.tsx';

/** Of more objects only the number is told. */
const SHOWN = 40;

const NOTHING: RemovalPicks = {
  instances: new Set(),
  definitions: new Set(),
  groups: new Set(),
  dependencies: new Set(),
};

interface RemovalChooserProps {
  readonly facts: UninstallFacts;
  readonly title: string;
  /** Rejecting shows why. */
  readonly onStart: (choices: RemovalChoices) => Promise<void>;
}

/** What goes, what may go along, and the button, which opens once everything is known and data was named. */
export function RemovalChooser({ facts, title, onStart }: RemovalChooserProps): ReactNode {
  const t = useTranslations('removal');
  const [picks, setPicks] = useState(NOTHING);
  const inventory = inventoryOf(facts, picks);
  const choose = (part: keyof RemovalPicks) => (id: string, picked: boolean) => {
    setPicks((before) => withPick(before, part, id, picked));
  };
  const offered = [
    ...inventory.instances,
    ...inventory.definitions,
    ...inventory.groups,
    ...inventory.dependencies,
  ];
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Goes goes={inventory.goes} />
        {facts.works === undefined ? null : <Works facts={facts} seen={facts.works} inventory={inventory} />}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Card title={t('alsoDelete')} description={t('alsoDeleteWhat')}>
          <div className="flex flex-col gap-3">
            {offered.length === 0 ? <p className="text-muted">{t('nothingToDelete')}</p> : null}
            {inventory.instances.map((choice) => (
              <ChoiceRow
                key={`instances ${choice.id}`}
                choice={choice}
                label={t('instances', {
                  count: choice.kind.instances.length,
                  kind: choice.kind.resource.kind,
                })}
                onChange={choose('instances')}
              >
                <Places choice={choice} />
              </ChoiceRow>
            ))}
            {inventory.definitions.map((choice) => (
              <ChoiceRow
                key={choice.id}
                choice={choice}
                label={t('crd', { name: choice.id })}
                onChange={choose('definitions')}
              />
            ))}
            {inventory.dependencies.map((choice) => (
              <ChoiceRow
                key={choice.id}
                choice={choice}
                label={t('dependency', { title: choice.title })}
                onChange={choose('dependencies')}
              />
            ))}
            {inventory.groups.map((choice) => (
              <ChoiceRow
                key={choice.id}
                choice={choice}
                label={t('group', { name: choice.id })}
                onChange={choose('groups')}
              />
            ))}
            <p className="text-sm text-muted">
              {t('keptNamespace', { namespace: facts.operator.namespace })}
            </p>
          </div>
        </Card>
        <Warnings facts={facts} />
        <Start
          facts={facts}
          title={title}
          choices={choicesOf(facts, ticked(inventory))}
          rights={rightsOfRemoval(facts, inventory)}
          toType={nameToType(facts, inventory)}
          onStart={onStart}
        />
      </div>
    </div>
  );
}

/** What is not as the lists beside it make believe. */
function Warnings({ facts: { successor, unread } }: { readonly facts: UninstallFacts }): ReactNode {
  const t = useTranslations('removal');
  return (
    <>
      {successor === undefined ? null : (
        <Notice
          tone="warn"
          title={t('upgrading', { csv: successor })}
          details={t('upgradingWhat', { csv: successor })}
        />
      )}
      {unread.map(({ kind, why }) => (
        <Notice key={kind} tone="warn" title={t('notLookedAt', { kind })} details={why} />
      ))}
    </>
  );
}

function withPick(picks: RemovalPicks, part: keyof RemovalPicks, id: string, picked: boolean): RemovalPicks {
  const next = new Set(picks[part]);
  if (picked) next.add(id);
  else next.delete(id);
  return { ...picks, [part]: next };
}

/** What is ticked and may be: a definition is not, once its instances stay. */
function ticked(inventory: ReturnType<typeof inventoryOf>): RemovalPicks {
  const of = (choices: readonly Choice[]): Set<string> =>
    new Set(choices.filter(({ picked }) => picked).map(({ id }) => id));
  return {
    instances: of(inventory.instances),
    definitions: of(inventory.definitions),
    groups: of(inventory.groups),
    dependencies: of(inventory.dependencies),
  };
}

function Goes({ goes }: Pick<ReturnType<typeof inventoryOf>, 'goes'>): ReactNode {
  const t = useTranslations('removal');
  const more = goes.length - SHOWN;
  return (
    <Card title={t('goes')} description={t('goesWhat')} flush>
      <ul className="divide-y divide-line">
        {goes.slice(0, SHOWN).map(({ kind, namespace = '', name }) => (
          <li
            key={`${kind}/${namespace}/${name}`}
            className="flex min-w-0 flex-col gap-x-3 px-4 py-1.5 sm:flex-row sm:items-center"
          >
            <span className="shrink-0 truncate text-sm text-muted sm:w-44" title={kind}>
              {kind}
            </span>
            <MiddleTruncate text={name} className="min-w-0 grow font-mono text-sm" />
          </li>
        ))}
        {more > 0 ? <li className="px-4 py-1.5 text-muted">{t('moreObjects', { count: more })}</li> : null}
      </ul>
    </Card>
  );
}

interface ChoiceRowProps {
  readonly choice: Choice;
  readonly label: string;
  readonly onChange: (id: string, picked: boolean) => void;
  readonly children?: ReactNode;
}

/** Ticked, or why it cannot be: something needs it, or the user may not. */
function ChoiceRow({ choice, label, onChange, children }: ChoiceRowProps): ReactNode {
  const t = useTranslations('removal');
  const denied = useMayEach(choice.rights).find(({ disabledReason }) => disabledReason !== undefined);
  const reason = choice.stays === undefined ? denied?.disabledReason : stayText(choice.stays, t);
  return (
    <div className="min-w-0">
      <Checkbox
        label={<span className="break-words">{label}</span>}
        checked={choice.picked}
        disabled={reason !== undefined && !choice.picked}
        onChange={(picked) => {
          onChange(choice.id, picked);
        }}
      />
      <div className="ms-6 flex flex-col text-sm break-words text-muted">
        {reason === undefined ? null : <p>{reason}</p>}
        {children}
      </div>
    </div>
  );
}

function Places({ choice: { places } }: { readonly choice: InstancesChoice }): ReactNode {
  const t = useTranslations('removal');
  const held = Map.groupBy(places, ({ finalizers }) => finalizers.join(', '));
  const isHeldAlike = held.size === 1;
  held.delete('');
  const where = places.map(({ namespace, count }) =>
    namespace === undefined ? t('clusterScoped', { count }) : t('inNamespace', { count, namespace }),
  );
  return (
    <>
      <p>
        {where.slice(0, SHOWN).join(' · ')}
        {where.length > SHOWN ? ` · ${t('moreObjects', { count: where.length - SHOWN })}` : ''}
      </p>
      {[...held].map(([finalizers, at]) => (
        <p key={finalizers}>
          {isHeldAlike
            ? t('heldBy', { finalizers })
            : t('heldIn', { finalizers, namespaces: at.map(({ namespace }) => namespace).join(', ') })}
        </p>
      ))}
    </>
  );
}

interface StartProps extends RemovalChooserProps {
  readonly choices: RemovalChoices;
  readonly rights: readonly AccessCheck[];
  readonly toType: string | undefined;
}

function Start({ facts, title, choices, rights, toType, onStart }: StartProps): ReactNode {
  const t = useTranslations('removal');
  const submit = useSubmit();
  const toApiError = useApiError();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const changes = uninstallDeletions(facts, choices);
  const denial = useMay(rights);
  const begin = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await submit({ title: t('start', { name: title }), changes }, async () => onStart(choices));
    } catch (error) {
      setProblem(toApiError(error).message);
    }
    setBusy(false);
  };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {toType === undefined ? null : (
        <Field label={t('enterName', { name: toType })}>
          <TextInput mono value={typed} onChange={setTyped} />
        </Field>
      )}
      {problem === undefined ? null : <Notice tone="bad" title={t('refused')} details={problem} />}
      <HandOutNote />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="danger"
          icon={<Trash2 aria-hidden className="size-4" />}
          busy={busy}
          onClick={() => void begin()}
          {...blocked(facts, toType === undefined || typed === toType, denial, t)}
        >
          {t('start', { name: title })}
        </Button>
        <ChangeMenu changes={() => changes} />
      </div>
    </div>
  );
}

/** Without its Subscription gone, the controller would install the operator again. */
function blocked(
  { unread }: UninstallFacts,
  named: boolean,
  denial: Denial,
  t: ReturnType<typeof useTranslations<'removal'>>,
): Denial {
  if (unread.some(({ kind }) => kind === 'Subscription')) return { disabledReason: t('subscriptionUnknown') };
  if (denial.disabledReason !== undefined) return denial;
  return named ? {} : { disabledReason: t('enterFirst') };
}
