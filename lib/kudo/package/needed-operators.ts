/**
 * Operators of OLM's format that a declarative one needs, such as one whose custom resources its templates make. The package names
 * them in an annotation; a Subscription for each is proposed, and nobody but a person makes it.
 */
import { optional } from '../../base/loose.ts';
import type { KubeObject, ObjectRef } from '../../k8s/object.ts';

/** One of them; without a channel the package's own default one. */
export interface NeededOperator {
  package: string;
  channel?: string | undefined;
}

/** They stand in a line that people copy into a shell. */
const PACKAGE = /^[a-z0-9][a-z0-9.-]{0,252}$/u;
const CHANNEL = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,252}$/u;
/** More than any operator needs; each is looked for. */
const MOST = 20;

/**
 * What the annotation says: `PACKAGE` or `PACKAGE@CHANNEL`, separated by commas or lines. Nothing where there is none.
 * A problem is about the first that cannot be read.
 */
export function neededOperators(text: string | undefined): NeededOperator[] | { problem: string } {
  const words = (text ?? '').split(/[\s,]+/u).filter((word) => word !== '');
  if (words.length > MOST) return { problem: `more than ${String(MOST)} operators are needed` };
  const needs: NeededOperator[] = [];
  for (const word of words) {
    const [name = '', channel, ...more] = word.split('@');
    if (!PACKAGE.test(name) || !CHANNEL.test(channel ?? 'any') || more.length > 0)
      return { problem: `"${word.slice(0, 80)}" is not PACKAGE or PACKAGE@CHANNEL` };
    needs.push({ package: name, ...optional({ channel }) });
  }
  return needs;
}

/** What is known of the cluster. */
export interface NeedFacts {
  /** Where the instance is. */
  namespace: string;
  /** Packages that some Subscription of the cluster names. */
  subscribed: ReadonlySet<string>;
  /** The catalog that has the package; undefined where none has. */
  catalogOf: (name: string) => Required<ObjectRef> | undefined;
}

/** What is missing, with what would bring it; without a Subscription where no catalog has the package. */
export interface OperatorProposal {
  need: NeededOperator;
  subscription?: KubeObject;
}

/** For each need that nothing subscribes to. */
export function proposedOperators(
  needs: readonly NeededOperator[],
  { namespace, subscribed, catalogOf }: NeedFacts,
): OperatorProposal[] {
  return needs
    .filter((need) => !subscribed.has(need.package))
    .map((need) => {
      const catalog = catalogOf(need.package);
      return catalog === undefined
        ? { need }
        : { need, subscription: subscriptionFor(need, catalog, namespace) };
    });
}

function subscriptionFor(
  { package: name, channel }: NeededOperator,
  catalog: Required<ObjectRef>,
  namespace: string,
): KubeObject {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { namespace, name },
    spec: { name, ...optional({ channel }), source: catalog.name, sourceNamespace: catalog.namespace },
  };
}

/** One line for a person, in English, as the API server shows it. @param operator who needs it */
export function proposalText(operator: string, { need, subscription }: OperatorProposal): string {
  const what = `${operator} needs operator ${need.package}${need.channel === undefined ? '' : ` (channel ${need.channel})`}, to which nothing subscribes`;
  return subscription === undefined
    ? `${what}; no catalog of this cluster has it: add one that does`
    : `${what}; kubectl create -f - <<< '${JSON.stringify(subscription)}'`;
}
