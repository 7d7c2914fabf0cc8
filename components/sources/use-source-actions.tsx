'use client';
import { useTranslations } from 'use-intl';
import { useApiError } from '#components/data/use-api-error.ts';
import { useSubmit } from '#components/frame/change-desk.tsx';
import { useMayEach } from '#components/frame/rights.tsx';
import type { Denial } from '#components/frame/rights.tsx';
import type { MenuItem } from '#components/ui/layers/menu.tsx';
import { useToast } from '#components/ui/layers/toast.tsx';
import { checkOf } from '#lib/access.ts';
import type { Change } from '#lib/k8s/change.ts';
import { resources } from '#lib/k8s/resources.ts';
import { DISABLED_ANNOTATION, REFRESH_ANNOTATION } from '#lib/olm/sources/spec.ts';
import { isDisabled } from '#lib/olm/sources/view.ts';
import type { SourceRow } from '#lib/olm/sources/view.ts';
import type { Translate } from '#messages/types.ts';
import { useSourceFacts } from './use-sources.ts';

export interface SourceActions {
  /** Without rights, or because the source is managed by somebody else. */
  readonly edit: Denial;
  readonly remove: Denial;
  /** Look for newer content now. Absent with a real OLM, which has no such wish. */
  readonly check: SourceAction | undefined;
  /** Disable or enable; absent likewise. */
  readonly toggle: (SourceAction & { readonly disabled: boolean }) | undefined;
}

interface SourceAction extends Denial {
  readonly run: () => void;
}

/** What can be done to a source, and why not. */
export function useSourceActions(row: SourceRow): SourceActions {
  const t = useTranslations('sources');
  const { ours } = useSourceFacts();
  const { source, namespace, name } = row;
  const at = { namespace, name };
  const [patch = {}, remove = {}] = useMayEach(
    ['patch', 'delete'].map((verb) => checkOf(verb, resources.catalogSources, at)),
  );
  const annotate = useAnnotate(row);
  const disabled = isDisabled(source);
  const managed: Denial = { disabledReason: t('managedShort') };
  const offered = ours && row.state.kind !== 'going';
  return {
    edit: isManaged(row) ? managed : patch,
    remove: isManaged(row) ? managed : remove,
    check: offered
      ? {
          ...(disabled ? { disabledReason: t('isDisabled') } : patch),
          run: () => void annotate(REFRESH_ANNOTATION, new Date().toISOString(), t('checking', { name })),
        }
      : undefined,
    toggle: offered
      ? {
          ...patch,
          disabled,
          run: () =>
            void annotate(
              DISABLED_ANNOTATION,
              disabled ? null : 'true',
              t(disabled ? 'enabled' : 'disabled', { name }),
            ),
        }
      : undefined,
  };
}

/** For a menu: disable or enable, then remove. */
export function changeItems(
  t: Translate<'sources'>,
  { toggle, remove }: SourceActions,
  onRemove: () => void,
): readonly MenuItem[] {
  return [
    ...(toggle === undefined
      ? []
      : [{ label: t(toggle.disabled ? 'enable' : 'disable'), ...toggle, onSelect: toggle.run }]),
    { label: t('removeMenu'), danger: true, ...remove, onSelect: onRemove },
  ];
}

/** Made by the controller from its command line: it would make it again. */
export function isManaged({ kind }: SourceRow): boolean {
  return kind === 'directory';
}

function useAnnotate({
  source,
  namespace,
  name,
}: SourceRow): (annotation: string, value: string | null, done: string) => Promise<void> {
  const t = useTranslations('sources');
  const toast = useToast();
  const submit = useSubmit();
  const toApiError = useApiError();
  return async (annotation, value, done) => {
    const change: Change = {
      verb: 'patch',
      resource: resources.catalogSources,
      ref: { namespace, name },
      patch: { type: 'merge', body: { metadata: { annotations: { [annotation]: value } } } },
      before: source,
    };
    try {
      if (await submit({ changes: [change] })) toast({ tone: 'good', title: done });
    } catch (error) {
      toast({ tone: 'bad', title: t('notChanged', { name }), details: toApiError(error).message });
    }
  };
}
