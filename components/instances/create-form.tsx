'use client';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useScope } from '#components/olm/use-scope.ts';
import { useFormModel } from '#components/schema-form/form-model.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/inputs.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { InstanceType } from '#lib/schema-form/instance-type.ts';
import { getIn, type Path } from '#lib/schema-form/path.ts';
import type { Starter } from '#lib/schema-form/starters.ts';
import { urls } from '#lib/urls.ts';
import { CreateProblem } from './create-problem.tsx';
import { useMay } from './delete-instance.tsx';
import { FormAndYaml } from './form-and-yaml.tsx';
import { refOf } from './instance-object.ts';
import { NamespaceField } from './namespace-field.tsx';
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
  const denied = useMay('create', resource, { namespace: inNamespace });
  const creation = useCreate(type, model, (object) => {
    toast({ tone: 'good', title: `${resource.kind} ${object.metadata.name ?? ''} created` });
    router.push(urls.instance(resource, refOf(resource, object), scope));
  });
  const jump = (path: Path): void => {
    setView('form');
    setTarget({ path });
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (denied === undefined) creation.create();
      }}
      onKeyDown={(event) => {
        // Enter in a text box is a slip more often than a wish to create.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
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
          <LinkButton href={urls.instances(resource, scope)}>Cancel</LinkButton>
          <Button type="submit" variant="primary" busy={creation.busy} disabledReason={denied}>
            Create
          </Button>
        </div>
      </footer>
    </form>
  );
}

interface StarterFieldProps {
  readonly starters: readonly Starter[];
  readonly chosen: number;
  readonly isTouched: boolean;
  readonly onChoose: (index: number) => void;
}

/** What the document starts from. Asks before it throws away what was entered. */
function StarterField({ starters, chosen, isTouched, onChoose }: StarterFieldProps): ReactNode {
  const [asked, setAsked] = useState<number>();
  if (starters.length < 2) return null;
  const last = starters.length - 1;
  return (
    <>
      <Field label="Start from">
        <Select
          value={String(chosen)}
          options={starters.map((starter, index) => ({
            value: String(index),
            label: index === last ? 'An empty object' : `Example ${starter.title}`,
          }))}
          onChange={(value) => {
            if (isTouched) setAsked(Number(value));
            else onChoose(Number(value));
          }}
        />
      </Field>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => {
          setAsked(undefined);
        }}
        title="Replace what you entered?"
        action="Replace it"
        onConfirm={() => {
          if (asked !== undefined) onChoose(asked);
          return Promise.resolve();
        }}
      >
        <p>The form and the YAML start over. What you entered is lost.</p>
      </ConfirmDialog>
    </>
  );
}
