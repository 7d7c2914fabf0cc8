/** Why a field of a live object is as it is, as far as that can be known. */
import { CONSOLE_MANAGER } from './change.ts';
import type { FieldOwner } from './managed-fields.ts';

/** `console`: people who work here; `tool`: people with a tool; `gitops`: from a repository; else a controller. */
export type ManagerKind = 'console' | 'tool' | 'gitops' | 'controller';

/**
 * Managers name themselves; who names nothing goes by the first word of the User-Agent, which of browsers is `Mozilla`.
 * Source: apiserver `endpoints/handlers/fieldmanager`, prefixFromUserAgent; the names are what the tools say.
 */
const TOOLS =
  /^(?:kubectl(?:[-_].*)?|before-first-apply|oc|helm|terraform.*|pulumi.*|ansible.*|k9s|lens|freelens|headlamp.*|mozilla|curl|kustomize|kubeconfig|kapp|tanka)$/i;
const GITOPS =
  /^(?:argocd(?:-application)?-controller|kustomize-controller|helm-controller|flux.*|fleet.*|configsync.*|config-sync.*)$/i;

/** Told by the manager's name. Who writes the status is a controller, whatever tool its name suggests. */
export function managerKind({ manager, subresource }: FieldOwner): ManagerKind {
  if (manager === CONSOLE_MANAGER) return 'console';
  if (GITOPS.test(manager)) return 'gitops';
  return TOOLS.test(manager) && subresource !== 'status' ? 'tool' : 'controller';
}

/** Where the value of a field comes from, as far as managedFields and the schema's default tell. */
export type FieldOrigin =
  /** Nobody set it, and it is what the schema fills in. */
  | { readonly kind: 'default' }
  /** Nobody is on record: older than the records, or set while they were left out. */
  | { readonly kind: 'unknown' }
  /**
   * `maybeDefault`: the value is the schema's default and was written in a whole object, so either the writer said it
   * or the API server filled it in: it records both alike.
   */
  | { readonly kind: 'set'; readonly owners: readonly FieldOwner[]; readonly maybeDefault: boolean };

/**
 * Judges one field. @param owners those who own it by managedFields @param isDefault whether the value is the
 * schema's default
 */
export function fieldOrigin(owners: readonly FieldOwner[], isDefault: boolean): FieldOrigin {
  if (owners.length === 0) return { kind: isDefault ? 'default' : 'unknown' };
  const applied = owners.some(({ operation }) => operation === 'Apply');
  return { kind: 'set', owners, maybeDefault: isDefault && !applied };
}
