import { beforeAll, describe, expect, it } from 'vitest';
import { checkOf, describeCheck } from '#lib/access.ts';
import type { AccessCheck } from '#lib/access.ts';
import { isReadable } from '#lib/access-rules.ts';
import { optional } from '#lib/base/loose.ts';
import { buildApiPath } from '#lib/k8s/api-path.ts';
import type { Resource } from '#lib/k8s/object.ts';
import { resources } from '#lib/k8s/resources.ts';
import { startTestCluster } from '#local/testing/cluster.ts';
import type { TestCluster } from '#local/testing/cluster.ts';
import { isDeep } from '#local/testing/effort.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { writePersonaCatalogs } from '#local/testing/people/catalogs.ts';
import { makePersonas, personaNames } from '#local/testing/people/personas.ts';
import type { Persona, PersonaName } from '#local/testing/people/personas.ts';
import { mayDo } from '#local/testing/people/rights.ts';
import {
  catalogNamespace,
  hiddenCatalog,
  nameIn,
  openCatalog,
  places,
  seedPersonaState,
  tickets,
} from '#local/testing/people/state.ts';
import type { Seeded } from '#local/testing/people/state.ts';
import { leaksIn, readableWords } from '#local/testing/people/words.ts';
import { createDirectoryStore } from '#server/catalog/testing/directory-store.ts';
import { startCatalogService } from '#server/catalog/service/service.ts';
import { getInstallPreview } from '#server/routes/install-preview.ts';
import { getNamespaces } from '#server/routes/namespaces.ts';
import { getPlanReview } from '#server/routes/plan-review.ts';
import { getRemoval } from '#server/routes/removal.ts';
import { getUpgrades } from '#server/routes/upgrades.ts';
import { postWhatIf } from '#server/routes/what-if.ts';
import type { RouteHandler } from '#server/routes/route.ts';
import { cookieOf, startTestConsole } from './testing/test-console.ts';
import type { Answer, CallOptions, TestConsole } from './testing/test-console.ts';

/** What pages read and write, and some that they do not. */
const kinds: readonly { resource: Resource; what: string }[] = [
  { resource: resources.namespaces, what: '' },
  { resource: resources.customResourceDefinitions, what: '' },
  { resource: resources.clusterServiceVersions, what: 'operator.v1.0.0' },
  { resource: resources.subscriptions, what: 'subscription' },
  { resource: resources.installPlans, what: 'plan' },
  { resource: resources.operatorGroups, what: 'group' },
  { resource: resources.catalogSources, what: 'catalog' },
  { resource: tickets, what: 'ticket' },
  { resource: resources.secrets, what: 'password' },
  { resource: resources.configMaps, what: 'config' },
  { resource: resources.deployments, what: 'manager' },
  { resource: resources.events, what: 'event' },
  { resource: resources.pods, what: 'no-pod' },
  { resource: resources.services, what: 'no-service' },
];
const verbs = ['get', 'list', 'watch', 'create', 'patch', 'delete'] as const;
const [amber, birch, cedar] = places;

/**
 * Where each is tried: `npm run deep` tries everything everywhere. The quick size tries everything where most rights are
 * given, and in one more namespace: where the person has rights, too, or else in each of the others in turn.
 */
function scopesOf(name: PersonaName): readonly string[] {
  if (isDeep) return [...places, catalogNamespace];
  if (name === 'catalog-admin') return [amber, catalogNamespace];
  if (name === 'editor-of-two') return [amber, birch];
  const others = [birch, cedar, catalogNamespace];
  return [amber, others[personaNames.indexOf(name) % others.length] ?? birch];
}

/** One question: may this be done? And how a browser would do it. */
interface Cell {
  check: AccessCheck;
  path: string;
  options: CallOptions;
}

const held = heldByFile();
let cluster: TestCluster;
let seeded: readonly Seeded[];
let people: readonly Persona[];
let console_: TestConsole;

beforeAll(async () => {
  cluster = held.use(await startTestCluster());
  seeded = await seedPersonaState(cluster.kubeconfig);
  people = await makePersonas(cluster.kubeconfig);
  const catalogs = held.use(await writePersonaCatalogs());
  const store = await createDirectoryStore(catalogs.folders, { namespace: catalogNamespace });
  held.defer(() => {
    store.stop();
  });
  const service = held.adopt(await startCatalogService(store, { port: 0 }), (one) => one.close());
  console_ = held.use(
    await startTestConsole({ kubeconfig: cluster.kubeconfig, catalogService: service.url, people }),
  );
});

function persona(name: PersonaName): Persona {
  const found = people.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

function call(who: Persona, path: string, options: CallOptions = {}): Promise<Answer> {
  return console_.call(path, { ...options, headers: { ...options.headers, cookie: cookieOf(who) } });
}

const patch: CallOptions = {
  method: 'PATCH',
  body: '{"metadata":{"labels":{"touched":"yes"}}}',
  headers: { 'content-type': 'application/merge-patch+json' },
};

const parts = [
  { verb: 'get', resource: resources.deployments, subresource: 'scale', what: 'manager' },
  { verb: 'patch', resource: resources.installPlans, subresource: 'status', what: 'plan' },
  { verb: 'patch', resource: resources.subscriptions, subresource: 'status', what: 'subscription' },
] as const;

function cellsOf(name: PersonaName): readonly Cell[] {
  const scopes = scopesOf(name);
  return [
    ...kinds.flatMap(({ resource, what }) =>
      resource.namespaced
        ? [
            ...scopes.flatMap((namespace) =>
              verbs.map((verb) => cellOf(verb, resource, namespace, nameIn(namespace, what))),
            ),
            cellOf('list', resource),
            cellOf('watch', resource),
          ]
        : verbs.map((verb) => cellOf(verb, resource, undefined, clusterScoped(resource))),
    ),
    ...places.filter((place) => scopes.includes(place)).flatMap(partCells),
  ];
}

function clusterScoped(resource: Resource): string {
  return resource === resources.namespaces ? amber : `tickets.${tickets.group}`;
}

function partCells(namespace: string): Cell[] {
  return parts.map(({ verb, resource, subresource, what }) => {
    const { check, path, options } = cellOf(verb, resource, namespace, nameIn(namespace, what));
    const [target = '', query] = path.split('?');
    const whole = `${target}/${subresource}${query === undefined ? '' : `?${query}`}`;
    return { check: { ...check, subresource }, path: whole, options };
  });
}

function cellOf(verb: (typeof verbs)[number], resource: Resource, namespace?: string, name?: string): Cell {
  const { group, version, plural } = resource;
  const named = verb === 'get' || verb === 'patch' || verb === 'delete';
  const place = {
    ...optional({ namespace }),
    ...(named && name !== undefined ? { name } : {}),
  };
  const path = `/k8s${buildApiPath({ kind: 'resource', group, version, resource: plural, ...place })}`;
  // The API server takes a namespace to be in itself.
  const inItself = plural === 'namespaces' && named ? { namespace: name } : {};
  const check = { verb, group, resource: plural, ...place, ...inItself };
  switch (verb) {
    case 'get':
    case 'list':
      return { check, path, options: {} };
    case 'watch':
      return { check, path: `${path}?watch=true&timeoutSeconds=1`, options: {} };
    case 'delete':
      return { check, path: `${path}?dryRun=All`, options: { method: 'DELETE' } };
    case 'create':
      return { check, path: `${path}?dryRun=All`, options: { method: 'POST', body: newObject(resource) } };
    case 'patch':
      return { check, path: `${path}?dryRun=All`, options: patch };
  }
}

/** Enough for the API server to decide on the right; what is missing beyond that is another answer than 403. */
function newObject({ group, version, kind }: Resource): string {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return JSON.stringify({ apiVersion, kind, metadata: { name: 'brand-new' } });
}

/** Many at a time, yet not so many that the small API server of a test is flooded. Watches last a second each. */
async function each<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await ask(item);
    }
  };
  await Promise.all(Array.from({ length: 64 }, work));
  return results;
}

const known = new Map<string, Promise<ReadonlySet<string>>>();

function readableBy(who: Persona): Promise<ReadonlySet<string>> {
  const words = known.get(who.name) ?? readableWords(who, seeded);
  known.set(who.name, words);
  return words;
}

/** The handlers of Next's routes, without Next. */
async function ask(
  handler: RouteHandler,
  who: Persona,
  query: string,
  params: Record<string, string> = {},
  body?: string,
): Promise<{ status: number; text: string }> {
  const headers = { cookie: cookieOf(who), 'content-type': 'application/json' };
  const asked = body === undefined ? {} : { method: 'POST', body };
  const request = new Request(`http://localhost/${query}`, { headers, ...asked });
  const response = await handler(request, { params: Promise.resolve(params) });
  return { status: response.status, text: await response.text() };
}

describe.each(personaNames)('%s', (name) => {
  const cells = cellsOf(name);
  let who: Persona;
  let readable: ReadonlySet<string>;
  /** The API server's own answers, in the order of the cells. */
  let truth: readonly boolean[];

  beforeAll(async () => {
    who = persona(name);
    readable = await readableBy(who);
    truth = await each(cells, ({ check }) => mayDo(who, check));
  });

  it('can do through the proxy exactly what the API server allows, and reads nothing else', async () => {
    const wrong: string[] = [];
    const results = await each(cells, ({ path, options }) => call(who, path, options));
    for (const [index, { check, path }] of cells.entries()) {
      const { status = 0, text = '' } = results[index] ?? {};
      if ((status !== 403) !== truth[index]) wrong.push(`${describeCheck(check)}: ${String(status)} ${text}`);
      const leaked = leaksIn(text, path, readable);
      if (leaked.length > 0) wrong.push(`${describeCheck(check)} tells ${leaked.join(', ')}`);
    }
    expect(wrong).toEqual([]);
  });

  it('hears the same from the console’s access reviews', async () => {
    const answers: boolean[] = [];
    for (let start = 0; start < cells.length; start += 100) {
      const checks = cells.slice(start, start + 100).map(({ check }) => check);
      const answer = await call(who, '/api/access', { method: 'POST', body: JSON.stringify({ checks }) });
      answers.push(...Object(answer.json()).answers.map(({ allowed }: { allowed: boolean }) => allowed));
    }
    const told = cells.map(({ check }, index) => `${describeCheck(check)}: ${String(answers[index])}`);
    expect(told).toEqual(cells.map(({ check }, index) => `${describeCheck(check)}: ${String(truth[index])}`));
  });

  it('follows on the stream exactly the lists that may be listed and watched', async () => {
    const lists = cells.filter(({ check }) => check.verb === 'list').map(({ check }) => check);
    const { states, text } = await streamStates(who, lists);
    const want = lists.map((list) => {
      const may = cells.map(({ check }, index) => sameList(check, list) && truth[index] === true);
      const allowed = cells.filter(
        ({ check }, index) => may[index] === true && ['list', 'watch'].includes(check.verb),
      );
      return `${describeCheck(list)}: ${allowed.length === 2 ? 'snapshot' : 'forbidden'}`;
    });
    expect(states).toEqual(want);
    expect(leaksIn(text, JSON.stringify(lists), readable)).toEqual([]);
  });

  it('learns from previews and from the search for namespaces only what may be read', async () => {
    // What others need of them counts, too.
    const countsAll =
      (await mayDo(who, checkOf('list', tickets))) &&
      (await mayDo(who, checkOf('list', resources.clusterServiceVersions)));
    for (const place of places) {
      const at = { namespace: place, name: nameIn(place, 'operator.v1.0.0') };
      const { status, text } = await ask(getRemoval, who, '', at);
      expect(status !== 403, place).toBe(
        await mayDo(who, checkOf('get', resources.clusterServiceVersions, at)),
      );
      expect(leaksIn(text, JSON.stringify(at), readable)).toEqual([]);
      if (status === 200) expect(!text.includes('"unread":"'), 'the instances everywhere').toBe(countsAll);
      const question = `catalogNamespace=${catalogNamespace}&catalog=${hiddenCatalog}&package=hidden-parcel&csv=hidden-parcel.v1.0.0&namespace=${place}&mode=AllNamespaces`;
      expect(leaksIn((await ask(getInstallPreview, who, `?${question}`)).text, question, readable)).toEqual(
        [],
      );
    }
    for (const place of places) {
      const at = { namespace: place, name: nameIn(place, 'plan') };
      const { status, text } = await ask(getPlanReview, who, '', at);
      expect(status !== 403, place).toBe(await mayDo(who, checkOf('get', resources.installPlans, at)));
      expect(leaksIn(text, JSON.stringify(at), readable)).toEqual([]);
      const upgrades = await ask(getUpgrades, who, `?namespaces=${place}`);
      const listed = await mayDo(who, checkOf('list', resources.subscriptions, { namespace: place }));
      expect(upgrades.status === 200, place).toBe(listed);
      expect(leaksIn(upgrades.text, place, readable)).toEqual([]);
    }
    const unnamed = await ask(getNamespaces, who, '');
    expect(leaksIn(unnamed.text, '', readable)).toEqual([]);
    const named = await ask(getNamespaces, who, `?named=${places.join(',')}`);
    const reads = new Map<string, readonly string[]>(
      Object(JSON.parse(named.text)).namespaces.map((one: { name: string; reads: string[] }) => [
        one.name,
        one.reads,
      ]),
    );
    for (const place of places) {
      for (const { resource } of kinds.filter((kind) => kind.resource.namespaced)) {
        const ways = await each(['list', 'watch'], (verb) =>
          mayDo(who, checkOf(verb, resource, { namespace: place })),
        );
        expect(isReadable(reads.get(place) ?? [], resource), `${resource.plural} in ${place}`).toBe(
          !ways.includes(false),
        );
      }
    }
  });

  it('is foretold what would happen only where all that decides may be listed, and nothing of other catalogs', async () => {
    const deciding = [
      resources.subscriptions,
      resources.clusterServiceVersions,
      resources.operatorGroups,
      resources.installPlans,
    ];
    for (const namespace of [...places, catalogNamespace]) {
      const rights = await each(deciding, (kind) => mayDo(who, checkOf('list', kind, { namespace })));
      for (const [catalog, pkg] of [
        [openCatalog, 'open-parcel'],
        [hiddenCatalog, 'hidden-parcel'],
      ]) {
        const spec = { name: pkg, source: catalog, sourceNamespace: catalogNamespace };
        const change = { kind: 'put', subscription: { name: 'wish', spec } };
        const body = JSON.stringify({ namespace, change });
        const { status, text } = await ask(postWhatIf, who, '', {}, body);
        expect(status, `${namespace}: ${text}`).toBe(rights.includes(false) ? 403 : 200);
        expect(leaksIn(text, body, readable)).toEqual([]);
      }
    }
  });

  it('sees of the catalogs only those that may be got, by name', async () => {
    const visible = await each([openCatalog, hiddenCatalog], (catalog) =>
      mayDo(who, {
        verb: 'get',
        group: resources.catalogSources.group,
        resource: 'catalogsources',
        namespace: catalogNamespace,
        name: catalog,
      }),
    );
    const paths = ['/api/catalog/packages', '/api/catalog/sources'];
    const [packages, sources] = await each(paths, (path) => call(who, path));
    expect(leaksIn(`${packages?.text ?? ''}${sources?.text ?? ''}`, '', readable)).toEqual([]);
    for (const [index, [catalog, pkg]] of [
      [openCatalog, 'open-parcel'],
      [hiddenCatalog, 'hidden-parcel'],
    ].entries()) {
      const at = `${catalogNamespace}/${catalog ?? ''}/${pkg ?? ''}`;
      const allowed = visible[index] === true;
      expect(packages?.text.includes(pkg ?? ''), at).toBe(allowed);
      expect(sources?.text.includes(catalog ?? ''), at).toBe(allowed);
      for (const path of [`packages/${at}`, `bundles/${at}/${pkg ?? ''}.v1.0.0`, `icons/${at}`]) {
        const answer = await call(who, `/api/catalog/${path}`);
        const absent = await call(who, `/api/catalog/${path.replace(pkg ?? '', 'no-parcel')}`);
        expect(answer.text === absent.text, path).toBe(!allowed || path.startsWith('icons/'));
      }
    }
  });
});

describe('a console that serves them all at once', () => {
  it('gives each what is theirs', async () => {
    const path = '/k8s/apis/operators.coreos.com/v1alpha1/namespaces/quay-amber/installplans';
    const found = await each([...people, ...people, ...people], async (who) => {
      const [packages, plans, followed] = await Promise.all([
        call(who, '/api/catalog/packages'),
        call(who, path),
        streamStates(who, [checkOf('list', resources.installPlans, { namespace: places[0] })]),
      ]);
      const text = packages.text + plans.text + followed.text;
      return leaksIn(text, path, await readableBy(who)).map((word) => `${who.name}: ${word}`);
    });
    expect(found.flat()).toEqual([]);
  });

  it('gives a right and takes it away as the cluster does', async () => {
    const who = persona('nobody');
    const name = 'quay-for-a-while';
    const check = checkOf('list', resources.installPlans, { namespace: places[2] });
    const body = JSON.stringify({ checks: [check] });
    const may = async (): Promise<unknown[]> => {
      const [asked, listed] = await Promise.all([
        call(who, '/api/access', { method: 'POST', body }),
        call(who, `/k8s/apis/operators.coreos.com/v1alpha1/namespaces/${places[2]}/installplans`),
      ]);
      return [Object(asked.json()).answers[0].allowed, listed.status];
    };
    const binding = ['rolebinding', name, '-n', places[2]];
    await cluster.kubectl(
      'create',
      ...binding,
      '--clusterrole=view',
      `--serviceaccount=quay-people:${who.name}`,
    );
    await eventually(async () => expect(await may()).toEqual([true, 200]));
    await cluster.kubectl('delete', ...binding);
    await eventually(async () => expect(await may()).toEqual([false, 403]));
  });
});

function sameList(one: AccessCheck, other: AccessCheck): boolean {
  return (
    one.group === other.group &&
    one.resource === other.resource &&
    one.namespace === other.namespace &&
    one.name === undefined
  );
}

/** Opens one stream for all lists and reads until each has said something. */
async function streamStates(
  who: Persona,
  lists: readonly AccessCheck[],
): Promise<{ states: string[]; text: string }> {
  const watches = lists.map(({ group, resource, namespace }, id) => {
    const version = kinds.find((kind) => kind.resource.group === group && kind.resource.plural === resource)
      ?.resource.version;
    return {
      id: String(id),
      group,
      version,
      plural: resource,
      ...optional({ namespace }),
    };
  });
  const stream = await console_.open('/api/stream', {
    method: 'POST',
    body: JSON.stringify({ watches }),
    headers: { cookie: cookieOf(who) },
  });
  const said = new Map<string, string>();
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    for (const line of text.split('\n')) {
      if (!line.startsWith('data: ') || !line.endsWith('}')) continue;
      const message = parsed(line.slice(6));
      if (message !== undefined && message.type !== 'live')
        said.set(message.id, message.kind ?? message.type);
    }
    if (said.size === lists.length) break;
  }
  stream.destroy();
  return {
    states: lists.map((list, id) => `${describeCheck(list)}: ${said.get(String(id)) ?? 'nothing'}`),
    text,
  };
}

function parsed(json: string): { id: string; type: string; kind?: string } | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
