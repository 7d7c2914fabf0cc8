'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ApiError } from '#components/data/api-error.ts';
import { applyChange } from '#components/data/apply-change.ts';
import { apiJson } from '#components/data/http.ts';
import { useApiError } from '#components/data/use-api-error.ts';
import { useSubmit } from '#components/frame/change-desk.tsx';
import { optional } from '#lib/base/loose.ts';
import { discoveryUrl } from '#lib/k8s/api-path.ts';
import type { Change } from '#lib/k8s/change.ts';
import { parseApiVersion, type ObjectRef, type Resource } from '#lib/k8s/object.ts';
import { openDocument } from '#lib/schema-form/text/document.ts';
import { type DroppedDocument, resourceOfKind } from '#lib/schema-form/desk/dropped.ts';
import { canBeSent, instanceRefOf } from '../instance-object.ts';

export type DocumentOutcome =
  | { readonly state: 'open' }
  | { readonly state: 'creating' }
  | { readonly state: 'created'; readonly resource: Resource; readonly ref: ObjectRef }
  /** `error` when the API server refused it. */
  | { readonly state: 'failed'; readonly message: string; readonly error?: ApiError };

export interface DocumentEntry {
  readonly id: number;
  readonly text: string;
  readonly outcome: DocumentOutcome;
}

export interface Documents {
  readonly entries: readonly DocumentEntry[];
  readonly busy: boolean;
  readonly edit: (id: number, text: string) => void;
  readonly add: (documents: readonly DroppedDocument[]) => void;
  readonly remove: (id: number) => void;
  /** Creates all that are not there yet, in order; each tells how it went. */
  readonly create: () => Promise<void>;
}

const OPEN: DocumentOutcome = { state: 'open' };

function entriesOf(documents: readonly DroppedDocument[], from: number): DocumentEntry[] {
  return documents.map(({ text }, index) => ({ id: from + index, text, outcome: OPEN }));
}

type Creation = Extract<Change, { verb: 'create' }>;

/** Several documents, each with its text and what became of it. */
export function useDocuments(documents: readonly DroppedDocument[]): Documents {
  const t = useTranslations('instances');
  const submit = useSubmit();
  const toApiError = useApiError();
  const [entries, setEntries] = useState<readonly DocumentEntry[]>(() => entriesOf(documents, 0));
  const [busy, setBusy] = useState(false);
  const change = (id: number, part: Partial<DocumentEntry>): void => {
    setEntries((before) => before.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)));
  };
  const fail = (id: number, message: string, error?: ApiError): void => {
    change(id, { outcome: { state: 'failed', message, ...optional({ error }) } });
  };
  const make = async (wanted: ReadonlyMap<number, Creation>): Promise<void> => {
    for (const [id, creation] of wanted) {
      change(id, { outcome: { state: 'creating' } });
      try {
        const object = (await applyChange(creation)) ?? creation.object;
        const { resource } = creation;
        change(id, { outcome: { state: 'created', resource, ref: instanceRefOf(resource, object) } });
      } catch (cause) {
        const error = toApiError(cause);
        fail(id, error.message, error);
      }
    }
  };
  const create = async (): Promise<void> => {
    const wanted = new Map<number, Creation>();
    setBusy(true);
    try {
      for (const { id, text, outcome } of entries) {
        if (outcome.state === 'created') continue;
        const creation = await creationOf(text);
        if (typeof creation === 'string') fail(id, t(`documents.${creation}`));
        else wanted.set(id, creation);
      }
      if (wanted.size > 0) await submit({ changes: [...wanted.values()] }, () => make(wanted));
    } catch (cause) {
      const { message } = toApiError(cause);
      for (const id of wanted.keys()) fail(id, message);
    } finally {
      setBusy(false);
    }
  };
  return { entries, busy, create, ...waysOf(setEntries) };
}

function waysOf(
  setEntries: (next: (before: readonly DocumentEntry[]) => DocumentEntry[]) => void,
): Pick<Documents, 'edit' | 'add' | 'remove'> {
  return {
    edit: (id, text) => {
      setEntries((before) =>
        before.map((entry) => (entry.id === id && entry.text !== text ? { id, text, outcome: OPEN } : entry)),
      );
    },
    add: (more) => {
      setEntries((before) => [
        ...before,
        ...entriesOf(more, 1 + Math.max(-1, ...before.map(({ id }) => id))),
      ]);
    },
    remove: (id) => {
      setEntries((before) => before.filter((entry) => entry.id !== id));
    },
  };
}

/** The request that creates the document, or why there is none. */
async function creationOf(text: string): Promise<Creation | 'unreadable' | 'unknownKind' | 'noNamespace'> {
  const { value, problem } = openDocument(text);
  if (problem !== undefined || !canBeSent(value)) return 'unreadable';
  const { apiVersion, kind } = value;
  const list = await apiJson(discoveryUrl(parseApiVersion(apiVersion))).catch(() => undefined);
  const resource = resourceOfKind(list, apiVersion, kind);
  if (resource === undefined) return 'unknownKind';
  if (resource.namespaced && (value.metadata.namespace ?? '') === '') return 'noNamespace';
  return { verb: 'create', resource, object: value };
}
