'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { YamlView } from '#components/ui/code-block.tsx';
import { at, cutText } from '#lib/base/loose.ts';
import type { JsonObject } from '#lib/base/json.ts';
import type { RenderedView } from '#lib/kudo/views/package-view.ts';
import { TemplateProblem } from './template-problem.tsx';

/** What templates make, step by step; each opens to its YAML. */
export function RenderedTemplates({ templates }: { readonly templates: readonly RenderedView[] }): ReactNode {
  const t = useTranslations('operator-packages');
  if (templates.length === 0) return <p className="text-muted">{t('nothingRendered')}</p>;
  // What is missing has to be known before anybody reads what is there.
  const over = templates.find(({ limit }) => limit !== undefined);
  return (
    <>
      {over === undefined ? null : <TemplateProblem of={over} />}
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {templates.map((template, index) => (
          <li key={index} className="min-w-0 px-4 py-2.5">
            <Rendered template={template} isTold={template === over} />
          </li>
        ))}
      </ol>
    </>
  );
}

interface RenderedProps {
  readonly template: RenderedView;
  /** What is wrong with it is told already. */
  readonly isTold: boolean;
}

function Rendered({ template, isTold }: RenderedProps): ReactNode {
  const t = useTranslations('operator-packages');
  const { objects, phase, step, task, kind, text } = template;
  const names = objects.map(nameOf);
  return (
    <>
      <p className="text-sm text-muted">{t('place', { phase, step, task, kind })}</p>
      {isTold ? null : <TemplateProblem of={template} />}
      {text === undefined ? (
        <p className="break-words">{template.template}</p>
      ) : (
        <details className="group min-w-0">
          <summary className="cursor-pointer font-medium break-words hover:underline">
            {names.length === 0 ? template.template : names.join(', ')}
          </summary>
          <div className="mt-2">
            <YamlView text={text.trim()} label={template.template} />
          </div>
        </details>
      )}
    </>
  );
}

function nameOf(object: JsonObject): string {
  const [kind, name] = [at(object, 'kind'), at(object, 'metadata', 'name')].map((part) => cutText(part));
  return `${kind ?? '?'} ${name ?? ''}`.trim();
}
