import type { ReactNode } from 'react';

interface MatchListProps {
  readonly rows: readonly { readonly name: string; readonly matches: readonly string[] }[];
}

/** Webhooks or aggregated APIs by name, each with what the API server asks it about. */
export function MatchList({ rows }: MatchListProps): ReactNode {
  return (
    <dl className="flex min-w-0 flex-col gap-2">
      {rows.map(({ name, matches }, index) => (
        <div key={`${name}/${String(index)}`} className="min-w-0">
          <dt className="text-sm wrap-anywhere">{name}</dt>
          {matches.map((match) => (
            <dd key={match} className="font-mono text-xs wrap-anywhere text-muted">
              {match}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
