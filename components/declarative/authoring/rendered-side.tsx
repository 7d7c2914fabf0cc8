'use client';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/inputs.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { YamlView } from '#components/ui/code-block.tsx';
import { renderedPlan, type PackageView, type RenderedView } from '#lib/kudo/views/package-view.ts';
import { RenderedTemplates } from '../package/rendered-templates.tsx';
import { TemplateProblem } from '../package/template-problem.tsx';

interface RenderedSideProps {
  readonly view: PackageView | undefined;
  /** The file in the editor. */
  readonly path: string;
  readonly values: Readonly<Record<string, string>>;
}

/** What the template in the editor makes of the chosen values; for other files all that a plan makes. */
export function RenderedSide({ view, path, values }: RenderedSideProps): ReactNode {
  const t = useTranslations('authoring');
  if (view === undefined) return <p className="text-muted">{t('unreadable')}</p>;
  return <Rendered view={view} path={path} values={values} />;
}

interface RenderedProps extends RenderedSideProps {
  readonly view: PackageView;
}

const PLACE = { namespace: 'default', name: '' };

function Rendered({ view, path, values }: RenderedProps): ReactNode {
  const t = useTranslations('authoring');
  const packages = useTranslations('operator-packages');
  const [asked, setAsked] = useState<string>();
  const late = useDeferredValue(values);
  const template = view.templates.find(({ file }) => file === path)?.name;
  const rendered = useMemo(
    () =>
      view.plans.map(({ name }) => ({
        name,
        made: renderedPlan(view.version, { ...PLACE, values: late }, name),
      })),
    [view, late],
  );
  const uses = rendered.filter(({ made }) => template === undefined || usesOf(made, template).length > 0);
  const shown = uses.find(({ name }) => name === asked) ?? uses[0];
  if (shown === undefined) return <p className="text-muted">{t('notUsed')}</p>;
  const { made } = shown;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {uses.length < 2 ? null : (
        <Field label={t('inPlan')}>
          <Select
            value={shown.name}
            options={uses.map(({ name }) => ({ value: name, label: name }))}
            onChange={setAsked}
          />
        </Field>
      )}
      {'problem' in made ? (
        <Notice tone="warn" title={packages('notRendered')} details={made.problem} />
      ) : template === undefined ? (
        <RenderedTemplates templates={made.templates} />
      ) : (
        usesOf(made, template).map((use, index) => <One key={index} use={use} />)
      )}
    </div>
  );
}

function usesOf(made: ReturnType<typeof renderedPlan>, template: string): RenderedView[] {
  return 'problem' in made ? [] : made.templates.filter((one) => one.template === template);
}

function One({ use }: { readonly use: RenderedView }): ReactNode {
  const packages = useTranslations('operator-packages');
  const { phase, step, task, kind, template, text } = use;
  return (
    <>
      <p className="text-sm text-muted">{packages('place', { phase, step, task, kind })}</p>
      <TemplateProblem of={use} />
      {text === undefined ? null : <YamlView text={text.trim()} label={template} />}
    </>
  );
}
