/** OperatorVersions that mean harm, written by somebody with rights in one namespace, beside somebody who works in another one. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at } from '#lib/base/loose.ts';
import { resources } from '#lib/k8s/resources.ts';
import { kudoResources } from '#lib/kudo/api/types.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { person } from '#local/testing/people/person.ts';
import { INSTANCE_WEBHOOK } from './webhook/registration.ts';
import { kudoUser, type KudoUser } from './testing/kudo-bench.ts';
import { HOSTILE_VERSIONS, hostileVersion } from './testing/hostile-versions.ts';
import { smallPackage } from './testing/small-package.ts';

const [THEIRS, OURS] = ['swamp', 'meadow'];
let operators: Operators;
let admin: KudoUser;
/** May do nearly all in one namespace, as its administrator. */
let villain: KudoUser;
/** Installs something in another one. */
let neighbour: KudoUser;

async function aPerson(namespace: string): Promise<KudoUser> {
  await admin.namespace(namespace);
  const rights = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
  return kudoUser(await person(operators.cluster.kubeconfig, { name: 'owner', namespace, rights }));
}

async function start(held: AsyncDisposableStack, flags: readonly string[]): Promise<void> {
  operators = held.use(
    await startOperators({ catalogs: {}, flags: ['--kudo', '--kudo-webhook', 'localhost', ...flags] }),
  );
  admin = kudoUser(operators.user.client);
  [villain, neighbour] = [await aPerson(THEIRS), await aPerson(OURS)];
  await eventually(() =>
    admin.client.get(resources.mutatingWebhookConfigurations, { name: INSTANCE_WEBHOOK }),
  );
  const version = await eventually(() =>
    neighbour.provide(
      OURS,
      smallPackage({
        name: 'daisy',
        tasks: { own: 'kind: Apply, spec: {resources: [map.yaml]}' },
        plans: { deploy: ['own'] },
        parameters: ['{name: TEXT, default: calm}'],
        templates: {
          'map.yaml':
            'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: daisy}\ndata: {text: "{{ .Params.TEXT }}"}\n',
        },
      }),
    ),
  );
  await neighbour.instantiate(OURS, 'it', { operatorVersion: { name: version } });
  await neighbour.untilPlan(OURS, 'it', 'deploy', 'COMPLETE');
}

let turn = 0;

/** The neighbour's change is admitted at the first try, and its plan runs; the controller is the one that it was. */
async function othersAreServed(): Promise<void> {
  turn += 1;
  await neighbour.change(OURS, 'it', { spec: { parameters: { TEXT: `turn ${String(turn)}` } } });
  await eventually(async () => {
    const map = await neighbour.find(resources.configMaps, OURS, 'daisy');
    expect(at(map, 'data', 'text')).toBe(`turn ${String(turn)}`);
  });
  await neighbour.untilPlan(OURS, 'it', 'deploy', 'COMPLETE');
  const health = await fetch(`${operators.controller.url('health')}/healthz`);
  expect(health.status, await health.text()).toBe(200);
}

beforeEach(() => {
  turn += 1;
});

describe.each([
  ['where rights are checked', []],
  ['where authors are trusted', ['--kudo-trust-authors']],
])('%s, an OperatorVersion', (_where, flags) => {
  const held = heldByFile();
  beforeAll(() => start(held, flags));

  it('of 10 MB of templates is refused by the API server', async () => {
    const version = hostileVersion(THEIRS, String(turn), {
      templates: { 'a.yaml': 'x'.repeat(10_000_000) },
    });
    await expect(villain.client.create(kudoResources.operatorVersions, version)).rejects.toThrow();
    await othersAreServed();
  });

  it.each(HOSTILE_VERSIONS)('with %s harms nobody else', async (_what, spec) => {
    const name = `bog-${String(turn)}`;
    const version = hostileVersion(THEIRS, String(turn), spec);
    await villain.client.create(kudoResources.operatorVersions, version);
    // Taken or refused; others are asked about at the same time.
    const taken = villain.instantiate(THEIRS, name, { operatorVersion: { name } }).then(
      () => 'taken',
      (error: unknown) => String(error).slice(0, 400),
    );
    await othersAreServed();
    const outcome = await taken;
    if (outcome !== 'taken') expect(outcome).toMatch(/instances\.capstan\.dev/);
    await othersAreServed();
    await villain.client.delete(kudoResources.operatorVersions, { namespace: THEIRS, name });
    if (outcome === 'taken')
      await villain.client.patch(
        kudoResources.instances,
        { namespace: THEIRS, name },
        { type: 'merge', body: { metadata: { finalizers: null } } },
      );
    if (outcome === 'taken')
      await villain.client.delete(kudoResources.instances, { namespace: THEIRS, name });
  });
});
