'use client';
/**
 * What fields may know of the cluster. The page around the form provides it; without it every field still works, as
 * plain text.
 */
import { type ComponentType, createContext, type ReactNode, use } from 'react';

/** A kind as descriptors and references name it; the cluster is asked for what is left out. */
export interface ObjectKind {
  readonly kind: string;
  /** Empty for the core group; absent when nobody said it. */
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  /** Only objects with these labels, as in the query of a list. */
  readonly selector?: string | undefined;
}

export interface ObjectName {
  readonly name: string;
  readonly namespace?: string | undefined;
}

export type ObjectChoices =
  /** Nobody wanted to know yet. */
  | { readonly state: 'idle' | 'loading' }
  /** The user may not list them; `right` is what is missing: `list secrets in namespace shop`. */
  | { readonly state: 'forbidden'; readonly right: string }
  /** The cluster does not have this kind. */
  | { readonly state: 'unknownKind' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'ready'; readonly items: readonly ObjectName[] };

export type KeyChoices =
  | { readonly state: 'idle' | 'loading' | 'forbidden' | 'absent' | 'failed' }
  | { readonly state: 'ready'; readonly keys: readonly string[] };

/** Kinds whose entries have keys, and that can be made in place. */
export type DataKind = 'Secret' | 'ConfigMap';

export interface ObjectsProps {
  readonly of: ObjectKind;
  /** Nothing is asked before. */
  readonly wanted: boolean;
  /** Else the namespace of the object in the form. */
  readonly namespace?: string | undefined;
  readonly children: (choices: ObjectChoices) => ReactNode;
}

export interface KeysProps {
  readonly kind: DataKind;
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly wanted: boolean;
  readonly children: (choices: KeyChoices) => ReactNode;
}

export interface CreateObjectProps {
  readonly kind: DataKind;
  /** What the name begins with. */
  readonly suggestion: string;
  readonly namespace?: string | undefined;
  readonly onCreated: (name: string) => void;
}

export interface FormCluster {
  /** Of the object in the form; undefined for cluster-scoped ones and while none is chosen. */
  readonly namespace: string | undefined;
  /** Live: what the user may see of a kind. */
  readonly Objects: ComponentType<ObjectsProps>;
  /** Names of the entries of one Secret or ConfigMap, never their values. */
  readonly Keys: ComponentType<KeysProps>;
  /** A button that opens the dialog. */
  readonly CreateObject: ComponentType<CreateObjectProps>;
}

const FormClusterContext = createContext<FormCluster | undefined>(undefined);

export const FormClusterProvider = FormClusterContext.Provider;

export function useFormCluster(): FormCluster | undefined {
  return use(FormClusterContext);
}
