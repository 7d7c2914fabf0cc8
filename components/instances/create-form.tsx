'use client';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { checkOf } from '#lib/access.ts';
import { useMay } from '#components/olm/rights.tsx';
import { ChangeMenu } from '#components/olm/change-menu.tsx';
import { useScope } from '#components/olm/use-scope.ts';
import { useFormModel } from '#components/schema-form/form-model.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { InstanceType } from '#lib/schema-form/instance-type.ts';
import { getIn, type Path } from '#lib/schema-form/path.ts';
import type { Starter } from '#lib/schema-form/starters.ts';
import { urls } from '#lib/urls.ts';
import { CreateProblem } from './create-problem.tsx';
import { FormAndYaml } from './form-and-yaml.tsx';
import { refOf } from './instance-object.ts';
import { NamespaceField } from './namespace-field.tsx';
import { StarterField } from './starter-field.tsx';
import { startingText } from './starting-text.ts';
import { useCreate } from './use-create.ts';
import type { ProviderHints } from './use-instance-type.ts';

interface CreateFormProps {
  readonly type: InstanceType;
  readonly hints: ProviderHints;
  /** At least one. */
  readonly starters: readonly Starter[];
  /** Title of the starter to begin with. */
  readonly firstStarter: string | undefined;
  readonly namespace: string | undefined;
}

/** The form with its choices above and what went wrong below. */
export function CreateForm({ type, hints, starters, firstStarter, namespace }: CreateFormProps): ReactNode {
  const t = useTranslations('instances');
  const ui = useTranslations('ui');
  const { resource, schema } = type;
  const first = Math.max(
    0,
    starters.findIndex((starter) => starter.title === firstStarter),
  );
  const [chosen, setChosen] = useState(first);
  const [view, setView] = useState('form');
  const [target, setTarget] = useState<{ readonly path: Path }>();
  const starter = starters[chosen] ?? starters[0];
  const [text] = useState(() => (starter === undefined ? '' : startingText(starter, namespace)));
  const model = useFormModel({ schema, type: resource }, text);
  const router = useRouter();
  const scope = useScope();
  const toast = useToast();
  const namespaceNow = getIn(model.document.value, ['metadata', 'namespace']);
  const inNamespace = typeof namespaceNow === 'string' ? namespaceNow : undefined;
  const denial = useMay([checkOf('create', resource, { namespace: inNamespace })]);
  const creation = useCreate(type, model, (object) => {
    toast({
      tone: 'good',
      title: t('createdKind', { kind: resource.kind, name: object.metadata.name ?? '' }),
    });
    router.push(urls.instance(resource, refOf(resource, object), scope));
  });
  const jump = (path: Path): void => {
    setView('form');
    setTarget({ path });
  };
  return (
    // No form element: Enter in one of many boxes is a slip more often than the wish to create.
    <div className="flex flex-col gap-6">
      <FormAndYaml
        model={model}
        descriptors={hints.spec}
        target={target}
        onTarget={(path) => {
          setTarget({ path });
        }}
        view={view}
        onView={setView}
      >
        <StarterField
          starters={starters}
          chosen={chosen}
          isTouched={
            model.document.text !== startingText(starters[chosen] ?? { title: '', object: {} }, inNamespace)
          }
          onChoose={(index) => {
            const next = starters[index];
            if (next === undefined) return;
            setChosen(index);
            model.open(startingText(next, inNamespace ?? namespace));
          }}
        />
        {resource.namespaced ? <NamespaceField model={model} value={inNamespace ?? ''} /> : null}
      </FormAndYaml>
      <footer className="sticky bottom-0 z-10 -mx-1 flex flex-col gap-3 border-t border-line bg-canvas px-1 py-3">
        <CreateProblem
          problem={creation.problem}
          model={model}
          onJump={jump}
          onSendAnyway={creation.sendAnyway}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <ChangeMenu changes={() => [creation.change()].filter((change) => change !== undefined)} />
          <LinkButton href={urls.instances(resource, scope)}>{ui('cancel')}</LinkButton>
          <Button variant="primary" busy={creation.busy} {...denial} onClick={creation.create}>
            {t('create')}
          </Button>
        </div>
      </footer>
    </div>
  );
}
