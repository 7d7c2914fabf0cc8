'use client';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { formatPath, getIn, type Path } from '#lib/schema-form/schema/path.ts';
import { elementAt, goTo, isWriting } from './field-focus.ts';
import { FieldView } from '../field-view.tsx';
import type { FormContextValue, FormMode, FormModel } from './form-model.ts';
import { Viewport } from './viewport.ts';
import { ControlWidgetView } from '../widgets/registry.tsx';

/** What all fields of one form share. Changes only when the form freezes or thaws. */
export function useFormContext(model: FormModel, mode: FormMode): FormContextValue {
  const t = useTranslations('schema-form');
  const { actions, document, ui } = model;
  const frozen = mode === 'read' || document.problem !== undefined;
  const latest = useRef(document.value);
  useLayoutEffect(() => {
    latest.current = document.value;
  });
  const valueAt = useCallback((path: Path) => getIn(latest.current, path), []);
  const say = useCallback((text: string) => ui.set('said', [], { text }), [ui]);
  const arrive = useCallback(
    (path: Path) => {
      flushSync(() => ui.reveal(path));
      if (goTo(path)) say(t('form.at', { path: formatPath(path) }));
    },
    [ui, say, t],
  );
  const jump = useCallback(
    (path: Path) => {
      const before = window.document.activeElement;
      // Once what led here is drawn: the field may be new.
      requestAnimationFrame(() => {
        // Whoever writes somewhere else by now must not be pulled out of it.
        if (window.document.activeElement !== before && isWriting()) return;
        arrive(path);
      });
    },
    [arrive],
  );
  const enter = useCallback(
    (path: Path) => {
      flushSync(() => ui.reveal(path));
      if (elementAt(path) === null) jump(path);
      else arrive(path);
    },
    [ui, arrive, jump],
  );
  return useMemo(
    () => ({
      ...{ actions, frozen, mode, ui, valueAt, jump, enter, say },
      ...{ Field: FieldView, Control: ControlWidgetView },
    }),
    [actions, frozen, mode, ui, valueAt, jump, enter, say],
  );
}

/** Goes to the field that the page points at. */
export function useTarget(target: { readonly path: Path } | undefined, jump: (path: Path) => void): void {
  useEffect(() => {
    if (target !== undefined) jump(target.path);
  }, [target, jump]);
}

/** Knows what is near the window; draws everything for the printer. */
export function useViewport(): Viewport {
  const [viewport] = useState(() => new Viewport());
  useEffect(() => {
    const print = (): void => viewport.showAll();
    window.addEventListener('beforeprint', print);
    return () => window.removeEventListener('beforeprint', print);
  }, [viewport]);
  return viewport;
}
