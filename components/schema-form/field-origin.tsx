'use client';
import { createContext, type ReactNode, use } from 'react';
import type { Path } from '#lib/schema-form/schema/path.ts';

export interface FieldOriginProps {
  readonly path: Path;
  readonly title: string;
}

const FieldOriginContext = createContext<(props: FieldOriginProps) => ReactNode>(() => null);

/** Draws, beside a field of a live object, who set it; a plain function. Forms without one show nothing. */
export const FieldOriginProvider = FieldOriginContext.Provider;

export function FieldOriginSlot(props: FieldOriginProps): ReactNode {
  return use(FieldOriginContext)(props);
}
