/** A Kubernetes client that dies after a given number of writes, and with it all that works by it. */
import type { KubeObject, ObjectRef, Resource } from '../../lib/k8s/object.ts';
import type { KubeClient } from '../../server/kube/types.ts';

export interface MortalClient {
  readonly client: KubeClient;
  /** What was sent, in that order: `create InstallPlan team-a/install-abcde`, `replace InstallPlan/status team-a/…`. */
  readonly writes: readonly string[];
  readonly dead: boolean;
}

/**
 * The last write and those under way beside it still reach the API server; nothing is sent after it, and no answer comes
 * back any more. Whether the process would have seen that answer makes no difference: all that it could do with it are
 * further calls.
 */
export function mortalClient(real: KubeClient, lastWrite: number): MortalClient {
  const writes: string[] = [];
  const underWay = new Set<Promise<unknown>>();
  let dead = false;
  const answerOf = async <T>(sent: Promise<T>): Promise<T> => {
    const [result] = await Promise.allSettled([sent]);
    if (dead) return never();
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  };
  const read = <T>(call: () => Promise<T>): Promise<T> => (dead ? never() : answerOf(call()));
  const write = async <T>(what: string, call: () => Promise<T>): Promise<T> => {
    if (writes.length === lastWrite) return never();
    const number = writes.push(what);
    const sent = call();
    underWay.add(sent);
    const [result] = await Promise.allSettled([sent]);
    if (result.status === 'rejected') writes[number - 1] = `${what} refused: ${String(result.reason)}`;
    underWay.delete(sent);
    if (number === lastWrite) {
      await Promise.allSettled(underWay);
      dead = true;
    }
    return answerOf(sent);
  };
  return {
    writes,
    get dead() {
      return dead;
    },
    client: {
      server: real.server,
      get: (...args) => read(() => real.get(...args)),
      list: (...args) => read(() => real.list(...args)),
      version: () => read(() => real.version()),
      discover: () => read(() => real.discover()),
      watch: (...args) => read(() => real.watch(...args)),
      exec: (...args) => read(() => real.exec(...args)),
      create: (resource, object, options) =>
        write(named('create', resource, object), () => real.create(resource, object, options)),
      replace: (resource, object, options) =>
        write(named('replace', resource, object, options), () => real.replace(resource, object, options)),
      apply: (resource, object, options) =>
        write(named('apply', resource, object, options), () => real.apply(resource, object, options)),
      patch: (resource, ref, ...rest) =>
        write(told('patch', resource.kind, ref), () => real.patch(resource, ref, ...rest)),
      delete: (resource, ref, ...rest) =>
        write(told('delete', resource.kind, ref), () => real.delete(resource, ref, ...rest)),
      request: (method, path, ...rest) =>
        write(`${method} ${path}`, () => real.request(method, path, ...rest)),
    },
  };
}

const never = (): Promise<never> => new Promise<never>(() => undefined);

function named(
  verb: string,
  { kind }: Resource,
  { metadata }: KubeObject,
  { subresource }: { subresource?: string } = {},
): string {
  const { namespace, name } = metadata;
  const what = subresource === undefined ? kind : `${kind}/${subresource}`;
  return told(verb, what, namespace === undefined ? { name } : { namespace, name });
}

function told(verb: string, kind: string, { namespace, name }: ObjectRef): string {
  return `${verb} ${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
