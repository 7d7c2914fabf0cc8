'use client';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '#components/data/use-api.ts';
import { optional } from '#lib/base/loose.ts';
import type { DescriptorTree } from '#lib/schema-form/schema/descriptors.ts';
import { type TextDraft, mayBeKept } from '#lib/schema-form/desk/drafts.ts';
import { dropDraft, findDraft, holdDraft, keepDraft, type KeptDraft, keyOfDraft } from './draft-store.ts';

interface DraftOf {
  /** What is edited or made. */
  readonly place: readonly string[];
  readonly text: string;
  /** What the text says, asked for when it is kept. */
  readonly value: () => unknown;
  readonly base?: unknown;
  /** There is nothing that could be lost. */
  readonly untouched: boolean;
  readonly descriptors: DescriptorTree;
  /** Of the object, when it is one. */
  readonly schema?: unknown;
}

export interface DraftState {
  /** Left behind by an earlier visit. */
  readonly offered: TextDraft | undefined;
  /** The draft is taken up, or not wanted: it is not offered again. */
  readonly dismiss: () => void;
  /** The text has arrived where it belongs. */
  readonly forget: () => void;
}

const AFTER_MS = 300;

/** Keeps the text in this browser while it is written, and finds what an earlier visit left. */
export function useDraft(of: DraftOf): DraftState {
  const session = useSession();
  const { user, cluster } = session.data ?? {};
  const owner = user === undefined ? undefined : [cluster?.name ?? '', cluster?.server ?? '', user.name];
  const place = owner === undefined ? '' : JSON.stringify([...owner, ...of.place]);
  const [page] = useState(() => `${String(Date.now())}-${String(Math.random()).slice(2)}`);
  const [found, setFound] = useState<KeptDraft>();
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (place === '') return undefined;
    let gone = false;
    void findDraft([place]).then((draft) => {
      if (!gone) setFound(draft);
    });
    const letGo = holdDraft(keyOfDraft([place], page));
    return () => {
      gone = true;
      letGo();
    };
  }, [place, page]);
  useKeeping(of, place === '' || done ? undefined : keyOfDraft([place], page));
  return {
    offered: found?.draft,
    dismiss: () => {
      if (found !== undefined) dropDraft(found.key);
      setFound(undefined);
    },
    forget: () => {
      setDone(true);
      if (place !== '') dropDraft(keyOfDraft([place], page));
    },
  };
}

/** Writes a little after the last key press, and at once when the page goes; warns when it could not. */
function useKeeping(of: DraftOf, key: string | undefined): void {
  const { text, value, base, untouched, descriptors, schema } = of;
  const keep = useEffectEvent((): boolean => {
    if (key === undefined) return true;
    if (untouched) {
      dropDraft(key);
      return true;
    }
    const isKept = mayBeKept({ text, value: value() }, descriptors, schema);
    if (isKept && keepDraft(key, { text, ...optional({ base }) })) return true;
    dropDraft(key);
    return false;
  });
  useEffect(() => {
    const timer = setTimeout(keep, AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, key, untouched]);
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent): void => {
      if (!keep()) event.preventDefault();
    };
    window.addEventListener('beforeunload', leave);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('beforeunload', leave);
      window.removeEventListener('pagehide', keep);
    };
  }, []);
}
