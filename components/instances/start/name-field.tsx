'use client';
import { WandSparkles } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useWatch } from '#components/data/use-watch.ts';
import { FieldFrame } from '#components/schema-form/field-parts.tsx';
import type { FormModel } from '#components/schema-form/state/form-model.ts';
import { Button } from '#components/ui/button.tsx';
import { Switch } from '#components/ui/choices.tsx';
import { TextInput } from '#components/ui/inputs.tsx';
import type { Resource } from '#lib/k8s/object.ts';
import { errorsAt } from '#lib/schema-form/validate/error-tree.ts';
import { pathKey, textIn } from '#lib/schema-form/schema/path.ts';
import type { Problem } from '#lib/schema-form/schema/problem.ts';
import { nameWith } from '#lib/schema-form/formats/proposed-name.ts';
import { newName } from './new-name.ts';

interface NameFieldProps {
  readonly model: FormModel;
  readonly resource: Resource;
}

const NAME = ['metadata', 'name'];
const PREFIX = ['metadata', 'generateName'];

/** The object's name, with one to propose and word of those that are taken; or the beginning of one. */
export function NameField({ model, resource }: NameFieldProps): ReactNode {
  const t = useTranslations('instances');
  const { document, tree, actions } = model;
  const name = textIn(document.value, NAME);
  const prefix = textIn(document.value, PREFIX);
  const byCluster = prefix !== undefined && name === undefined;
  const taken = useTakenNames(resource, textIn(document.value, ['metadata', 'namespace']));
  const frozen = document.problem !== undefined;
  const path = byCluster ? PREFIX : NAME;
  const problems = useNameProblems(
    errorsAt(errorsAt(tree, 'metadata'), byCluster ? 'generateName' : 'name').own,
    resource,
    name !== undefined && taken.has(name) ? name : undefined,
  );
  const propose = (): void => actions.set(NAME, newName(stemOf(name, resource), taken));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FieldFrame
        path={path}
        title={t(byCluster ? 'naming.prefix' : 'name')}
        help={byCluster ? t('naming.prefixHint') : undefined}
        required
        errors={problems}
        isSet={false}
        action={
          byCluster || frozen ? undefined : (
            <Button
              size="sm"
              variant="ghost"
              icon={<WandSparkles aria-hidden className="size-3.5" />}
              onClick={propose}
            >
              {t('naming.propose')}
            </Button>
          )
        }
      >
        <TextInput
          data-path={pathKey(path)}
          value={(byCluster ? prefix : name) ?? ''}
          disabled={frozen}
          onChange={(text) => actions.set(path, text)}
        />
      </FieldFrame>
      <Switch
        label={<span className="text-sm text-muted">{t('naming.byCluster')}</span>}
        checked={byCluster}
        disabled={frozen}
        onChange={(wanted) => {
          if (wanted) actions.set(PREFIX, `${given(name) ?? stemOf(name, resource)}-`);
          else actions.set(NAME, (prefix ?? '').replace(/(?<!-)-+$/, ''));
          actions.clear(wanted ? NAME : PREFIX);
        }}
      />
    </div>
  );
}

function useNameProblems(
  found: readonly Problem[],
  { kind }: Resource,
  taken: string | undefined,
): readonly Problem[] {
  const t = useTranslations('instances');
  return taken === undefined ? found : [...found, { said: t('naming.taken', { kind, name: taken }) }];
}

function given(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/** The name without the letters of an earlier proposal, else the kind's. */
function stemOf(name: string | undefined, { kind }: Resource): string {
  const stem = (name ?? '').replace(/-[bcdfghjklmnpqrstvwxz2456789]{5}$/, '');
  return stem === '' ? nameWith(kind, '').replace(/-$/, '') : stem;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Names in use where the object goes, as far as the user may list them. */
function useTakenNames(resource: Resource, namespace: string | undefined): ReadonlySet<string> {
  const where = resource.namespaced ? namespace : undefined;
  const known = !resource.namespaced || (where !== undefined && where !== '');
  const { items } = useWatch(known ? { resource, namespace: where, view: 'metadata' } : undefined);
  return useMemo(
    () => (items.length === 0 ? NOBODY : new Set(items.map(({ metadata }) => metadata.name))),
    [items],
  );
}
