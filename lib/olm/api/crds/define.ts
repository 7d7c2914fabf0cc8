/** Definitions of kinds of OLM's group. */
import type { CustomResourceDefinition } from '../../../k8s/crd.ts';
import { defineKind, type KindDefinition } from '../../../k8s/crd-words.ts';

/** One of `operators.coreos.com`, in category `olm`. */
export function define(definition: KindDefinition): CustomResourceDefinition {
  return defineKind({ group: 'operators.coreos.com', category: 'olm' }, definition);
}
