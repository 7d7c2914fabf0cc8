'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { apiJson } from '#components/data/http.ts';
import { Notice } from '#components/ui/notice.tsx';
import { resourceUrl } from '#lib/k8s/api-path.ts';
import { parseKey, type Resource } from '#lib/k8s/object.ts';
import { renderYaml } from '#lib/schema-form/text/document.ts';
import { cloneOf, type LeftBehind } from '#lib/schema-form/desk/live.ts';
import { canBeSent } from '../instance-object.ts';
import { newName } from './new-name.ts';

export interface MadeClone {
  /** Of the object that was cloned. */
  readonly name: string;
  readonly namespace: string | undefined;
  readonly text: string;
  readonly left: readonly LeftBehind[];
}

/** `key`: `namespace/name`, or `name`. Rejects with ApiError. */
export async function readClone(resource: Resource, key: string): Promise<MadeClone> {
  const object = await apiJson(clonePath(resource, key));
  return cloneFrom(object, parseKey(key).name);
}

export function clonePath(resource: Resource, key: string): string {
  return resourceUrl(resource, parseKey(key));
}

export function cloneFrom(object: unknown, name: string): MadeClone {
  if (!canBeSent(object)) return { name, namespace: undefined, text: '', left: [] };
  const { object: copy, left } = cloneOf(object, newName(name, new Set()));
  return { name, namespace: object.metadata.namespace, text: renderYaml(copy), left };
}

/** What became of the object on the way. */
export function CloneNotice({ clone }: { readonly clone: MadeClone }): ReactNode {
  const t = useTranslations('instances');
  const { name, left } = clone;
  return (
    <Notice
      tone="info"
      title={t('starting.cloned', { name })}
      details={
        left.length === 0 ? undefined : left.map((field) => <p key={field}>{t(`starting.left.${field}`)}</p>)
      }
    />
  );
}
