'use client';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { cx } from '#components/ui/cx.ts';
import type { PermissionRequest } from '#lib/olm/catalog.ts';
import { countRisks, permissionSummaries } from '#lib/olm/permission-words.ts';
import type { PermissionLine, PermissionSummary } from '#lib/olm/permission-words.ts';

/** Lines shown per account at first; risky ones always are. */
const SHOWN = 8;

/** The rights that the operator's accounts get, in plain words. */
export function PermissionsCard({
  requests,
}: {
  readonly requests: readonly PermissionRequest[];
}): ReactNode {
  const summaries = permissionSummaries(requests);
  const risks = countRisks(summaries);
  const description =
    risks === 0
      ? 'Installing it grants these rights.'
      : `Installing it grants these rights. ${risks === 1 ? 'One deserves' : `${String(risks)} deserve`} a second look.`;
  return (
    <Card title="What it may do" description={description}>
      {summaries.length === 0 ? (
        <p className="text-muted">It asks for no rights of its own.</p>
      ) : (
        <div className="flex flex-col gap-5">
          {summaries.map((summary, index) => (
            <Account key={index} summary={summary} />
          ))}
        </div>
      )}
    </Card>
  );
}

function Account({ summary }: { readonly summary: PermissionSummary }): ReactNode {
  const [all, setAll] = useState(false);
  const { lines, scope, serviceAccount } = summary;
  const shown = lines.filter(({ risk }, index) => all || index < SHOWN || risk !== undefined);
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5 text-sm text-muted">
        {scope === 'cluster' ? 'In the whole cluster' : 'In the namespaces it watches'}, as{' '}
        <span className="font-mono text-xs break-all">{serviceAccount}</span>
      </h3>
      <ul className="flex flex-col gap-1">
        {shown.map((line) => (
          <Line key={line.text} line={line} />
        ))}
      </ul>
      {lines.length > shown.length || all ? (
        <Button
          variant="ghost"
          size="sm"
          className="-ms-2 mt-1"
          onClick={() => {
            setAll(!all);
          }}
        >
          {all ? 'Show fewer' : `Show all ${String(lines.length)}`}
        </Button>
      ) : null}
    </section>
  );
}

function Line({ line }: { readonly line: PermissionLine }): ReactNode {
  const risky = line.risk !== undefined;
  return (
    <li className={cx('flex gap-2 rounded-sm', risky && 'bg-warn-soft px-2 py-1')}>
      {risky ? (
        <ShieldAlert aria-label="Deserves a second look" className="mt-0.5 size-4 shrink-0 text-warn" />
      ) : (
        <span aria-hidden className="mt-2 ms-1.5 me-1 size-1 shrink-0 rounded-full bg-control" />
      )}
      <div
        className="min-w-0 break-words"
        title={line.groups.length === 0 ? undefined : `API groups: ${line.groups.join(', ')}`}
      >
        {line.text}
        {risky ? <p className="text-sm text-warn">{line.risk}</p> : null}
      </div>
    </li>
  );
}
