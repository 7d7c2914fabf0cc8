'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useScope } from '#components/frame/use-scope.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import type { Explanation } from '#lib/olm/resolver/explanation.ts';
import type { SubscriptionPreset } from '#lib/urls.ts';
import { factWords } from './fact-words.ts';
import { remediesOf, type Remedy } from './remedies.ts';

export interface Picking {
  /** The Subscription that is on the form. */
  readonly subscription: string;
  readonly pick: (preset: SubscriptionPreset) => void;
}

interface ExplanationViewProps {
  readonly explanation: Explanation;
  readonly namespace: string;
  /** Choices for this Subscription are made on the page itself. */
  readonly picking?: Picking | undefined;
}

/** Why something cannot be: the facts that do not go together, and what would take one of them away. */
export function ExplanationView({ explanation, namespace, picking }: ExplanationViewProps): ReactNode {
  const t = useTranslations('resolution');
  const scope = useScope();
  const { facts, actions, tried } = explanation;
  const remedies = remediesOf(t, actions, { namespace, scope });
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {tried === undefined ? null : <p>{t('tried', tried)}</p>}
      {facts.length > 1 && tried === undefined ? <p className="text-muted">{t('together')}</p> : null}
      <ul className={facts.length > 1 ? 'flex list-disc flex-col gap-1 ps-5' : 'flex flex-col gap-1'}>
        {facts.map((fact) => (
          <li key={JSON.stringify(fact)} className="wrap-anywhere">
            {factWords(t, fact)}
          </li>
        ))}
      </ul>
      {remedies.length === 0 ? null : (
        <div role="group" aria-label={t('whatToDo')} className="flex min-w-0 flex-wrap items-center gap-2">
          {remedies.map((remedy) => (
            <RemedyButton key={remedy.words} remedy={remedy} picking={picking} />
          ))}
        </div>
      )}
    </div>
  );
}

function RemedyButton({
  remedy,
  picking,
}: {
  readonly remedy: Remedy;
  readonly picking: Picking | undefined;
}): ReactNode {
  const { words, href, pick } = remedy;
  if (pick !== undefined && pick.subscription === picking?.subscription) {
    // The form is here already: there is nothing to lead to.
    if (Object.keys(pick.preset).length === 0) return null;
    return (
      <Button size="sm" className="max-w-full" onClick={() => picking.pick(pick.preset)}>
        <Words>{words}</Words>
      </Button>
    );
  }
  if (href === undefined) return <p className="w-full wrap-anywhere">{words}</p>;
  return (
    <LinkButton size="sm" className="max-w-full" href={href}>
      <Words>{words}</Words>
    </LinkButton>
  );
}

/** Names of versions may be longer than the page is wide. */
function Words({ children }: { readonly children: string }): ReactNode {
  return (
    <span className="min-w-0 truncate" title={children}>
      {children}
    </span>
  );
}
