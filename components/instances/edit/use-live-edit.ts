'use client';
import { useEffect, useEffectEvent, useMemo, useReducer } from 'react';
import type { FormModel } from '#components/schema-form/state/form-model.ts';
import type { KubeObject } from '#lib/k8s/object.ts';
import { editablePart } from '#lib/schema-form/desk/live.ts';
import {
  decide,
  type FieldConflict,
  follow,
  type LiveEdit,
  withOpenConflicts,
} from '#lib/schema-form/desk/live-edit.ts';
import { sameValue } from '#lib/schema-form/schema/path.ts';

export interface Editing {
  /** What the cluster has, as far as the text has taken it in. */
  readonly base: unknown;
  readonly conflicts: readonly FieldConflict[];
  readonly settle: (conflicts: readonly FieldConflict[], winner: 'mine' | 'theirs') => void;
  /** Begins anew from another state, such as that of a draft. */
  readonly restart: (base: unknown) => void;
}

/** Keeps the text in step with the object: what others change comes in, where both changed a field one decides. */
export function useLiveEdit(model: FormModel, latest: KubeObject): Editing {
  const theirs = useMemo(() => editablePart(latest), [latest]);
  const [live, setLive] = useReducer((_before: LiveEdit, next: LiveEdit) => next, {
    base: theirs,
    conflicts: [],
  });
  const { document, actions } = model;
  // Text that cannot be read waits: what it means is not known.
  const behind = document.problem === undefined && !sameValue(live.base, theirs);
  const catchUp = useEffectEvent(() => {
    const { state, edits } = follow(live, document.value, theirs);
    for (const edit of edits) actions.edit(edit);
    setLive(state);
  });
  useEffect(() => {
    if (behind) catchUp();
  }, [behind, theirs]);
  const { conflicts } = useMemo(() => withOpenConflicts(live, document.value), [live, document.value]);
  return {
    base: live.base,
    conflicts,
    settle: (settled, winner) => {
      let state = live;
      for (const conflict of settled) {
        const decided = decide(state, conflict, winner);
        for (const edit of decided.edits) actions.edit(edit);
        ({ state } = decided);
      }
      setLive(state);
    },
    restart: (base) => setLive({ base, conflicts: [] }),
  };
}
