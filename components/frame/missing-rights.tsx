'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useSession } from '#components/data/use-api.ts';
import { YamlView } from '#components/ui/code-block.tsx';
import { describeCheck, type AccessCheck } from '#lib/access.ts';
import { roleFor } from '#lib/access-role.ts';

/** Each right that is missing, and the Role that would grant them, to be copied for an administrator. */
export function MissingRights({ checks }: { readonly checks: readonly AccessCheck[] }): ReactNode {
  const t = useTranslations('olm');
  return (
    <div className="flex min-w-0 flex-col gap-2 text-start text-sm">
      <p>{t('lacks')}</p>
      <ul className="flex flex-col gap-1">
        {checks.map((check) => (
          <li key={describeCheck(check)} className="font-mono text-xs break-words">
            {describeCheck(check)}
          </li>
        ))}
      </ul>
      <GrantRole checks={checks} />
    </div>
  );
}

/** The Role with its binding. */
export function GrantRole({ checks }: { readonly checks: readonly AccessCheck[] }): ReactNode {
  const t = useTranslations('olm');
  const { data: session } = useSession();
  if (session === undefined) return null;
  return (
    <>
      <p className="text-muted">{t('grantTo', { user: session.user.name })}</p>
      <div className="[&_pre]:max-h-72">
        <YamlView label={t('roleAndBinding')} text={roleFor(checks, session.user)} />
      </div>
    </>
  );
}
