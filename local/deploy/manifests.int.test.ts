import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resources } from '#lib/k8s/resources.ts';
import {
  commandsOf,
  commandsUnder,
  documentedTable,
  documentedYaml,
} from '#local/testing/deploy/documented.ts';
import { eventually } from '#local/testing/eventually.ts';
import { heldByFile } from '#local/testing/held.ts';
import type { Bench } from '#local/testing/installs.ts';
import { startOperators, type Operators } from '#local/testing/operators.ts';
import { createClient } from '#server/kube/client.ts';
import { loadConfig } from '#server/kube/config.ts';
import type { KubeClient } from '#server/kube/types.ts';
import { BUNDLE, renderings } from './render.ts';

const PATIENCE_MS = 180_000;
const root = join(import.meta.dirname, '..', '..');
const INSTALL = join(root, 'deploy', 'install.yaml');
const PACKAGE = join(root, 'package.json');
const REMOVAL = 'docs/upgrade-and-removal.md';
const HOME = 'capstan-system';
const PLACE = 'flights';

const held = heldByFile();
let operators: Operators;
let user: Bench;
const kubectl = (...args: readonly string[]): Promise<string> => operators.cluster.kubectl(...args);

beforeAll(async () => {
  const samples = join(root, 'examples', 'catalog');
  // Its controller has the account and the rights of these manifests, as every controller of the tests.
  operators = held.use(await startOperators({ catalogs: { samples, capstan: BUNDLE.folder } }));
  ({ user } = operators);
  await kubectl('apply', '--server-side', '--force-conflicts', '--filename', INSTALL);
}, PATIENCE_MS);

it(
  'deploys both parts, in a namespace that refuses pods that are not restricted',
  async () => {
    for (const name of ['capstan-web', 'capstan-controller']) {
      await kubectl('rollout', 'status', '--namespace', HOME, `deployment/${name}`, '--timeout=60s');
    }
    const root_ = ['run', 'root', '--namespace', HOME, '--image=any', '--dry-run=server'];
    await expect(kubectl(...root_)).rejects.toThrow(/violates PodSecurity "restricted/);
  },
  PATIENCE_MS,
);

it('changes nothing when it is applied again', async () => {
  const version = (): Promise<string> =>
    kubectl(
      'get',
      'all,roles,rolebindings,netpol,pdb',
      '--namespace',
      HOME,
      '--selector',
      OURS,
      '--output',
      VERSIONS,
    );
  const before = await version();
  await kubectl('apply', '--server-side', '--filename', INSTALL);
  expect(before).toContain('capstan-web');
  expect(await version()).toBe(before);
});

const OURS = 'app.kubernetes.io/part-of=capstan';
/** What a person asked for, apart from what the cluster reports. */
const VERSIONS = 'jsonpath={range .items[*]}{.kind} {.metadata.name} {.metadata.generation}{"\\n"}{end}';

it(
  'lets the controller install an operator, and remove it again',
  async () => {
    await user.install({
      ...{ namespace: PLACE, package: 'flight-ticket', catalog: 'samples', targetNamespaces: [PLACE] },
      // The newest: an upgrade that is under way would make another while this one is taken away.
      spec: { installPlanApproval: 'Automatic' },
    });
    const csvs = async (): Promise<[string, unknown][]> =>
      (await user.list(resources.clusterServiceVersions, PLACE)).map(({ metadata, status }) => [
        metadata.name,
        z.looseObject({ phase: z.string() }).safeParse(status).data?.phase,
      ]);
    await eventually(
      async () => {
        const found = await csvs();
        expect(found.map(([, phase]) => phase)).toEqual(['Succeeded']);
      },
      { timeoutMs: 120_000 },
    );
    await kubectl('delete', 'subscriptions,clusterserviceversions', '--all', '--namespace', PLACE);
    await eventually(async () => {
      expect(await user.list(resources.deployments, PLACE)).toEqual([]);
    });
  },
  PATIENCE_MS,
);

it(
  'come as a bundle, too, which installs the console',
  async () => {
    await user.install({ namespace: 'tools', package: 'capstan', catalog: 'capstan' });
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(PACKAGE, 'utf8')));
    await user.untilPhase('tools', `capstan.v${version}`, 'Succeeded');
    const names = (await user.list(resources.deployments, 'tools')).map(({ metadata }) => metadata.name);
    expect(names).toEqual(['capstan-web']);
    expect(await kubectl('get', 'service', 'capstan', '--namespace', 'tools', '--output', 'name')).toBe(
      'service/capstan\n',
    );
    await kubectl('delete', 'namespace', 'tools', '--wait');
  },
  PATIENCE_MS,
);

/** What an account may do in a namespace, as the API server tells it. */
async function rulesOf(name: string): Promise<string[]> {
  const answer = await (
    await speakAs(name)
  ).request('POST', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', {
    body: {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectRulesReview',
      spec: { namespace: HOME },
    },
  });
  const Rules = z.object({
    status: z.object({ resourceRules: z.array(z.unknown()), nonResourceRules: z.array(z.unknown()) }),
  });
  const { resourceRules, nonResourceRules } = Rules.parse(answer).status;
  return [...resourceRules, ...nonResourceRules].map((rule) => JSON.stringify(rule)).sort();
}

async function speakAs(name: string): Promise<KubeClient> {
  const config = loadConfig({ kubeconfig: operators.cluster.kubeconfig });
  const token = (await kubectl('create', 'token', name, '--namespace', HOME)).trim();
  return createClient(config, { token });
}

it('gives the console nothing that an account without any rights has not', async () => {
  await kubectl('create', 'serviceaccount', 'stranger', '--namespace', HOME);
  const own = await rulesOf('capstan-web');
  expect(own.length).toBeGreaterThan(0);
  expect(own).toEqual(await rulesOf('stranger'));
  expect(own).not.toEqual(await rulesOf('capstan-controller'));
});

/** `yes` or `no`. */
async function mayIn(namespace: string, who: string, ...what: readonly string[]): Promise<string> {
  // kubectl says no by its exit code.
  const asked = kubectl('auth', 'can-i', ...what, '--namespace', namespace, '--as', who);
  return asked.then(
    // It warns of kinds that are in no namespace.
    (text) => text.trim(),
    () => 'no',
  );
}

describe('people', () => {
  const roles = ['capstan-viewer', 'capstan-installer', 'capstan-admin', 'view', 'edit', 'admin'];

  beforeAll(async () => {
    for (const role of roles) {
      const binding = ['create', 'rolebinding', `of-${role}`, '--namespace', PLACE];
      await kubectl(...binding, '--clusterrole', role, '--user', role);
    }
  });

  it.each([
    ['see operators', 'get clusterserviceversions', roles],
    ['install', 'create subscriptions', ['capstan-installer', 'capstan-admin', 'edit', 'admin']],
    ['approve', 'patch installplans', ['capstan-installer', 'capstan-admin', 'edit', 'admin']],
    ['uninstall', 'delete clusterserviceversions', ['capstan-installer', 'capstan-admin', 'edit', 'admin']],
    ['bring catalogs', 'create catalogsources', ['capstan-admin']],
    ['prepare a namespace', 'create operatorgroups', ['capstan-admin']],
  ])('may %s by the roles for it', async (_title, what, allowed) => {
    await eventually(async () => {
      const answers = await Promise.all(
        roles.map(async (role) => [role, await mayIn(PLACE, role, ...what.split(' '))] as const),
      );
      expect(answers.filter(([, answer]) => answer === 'yes').map(([role]) => role)).toEqual(allowed);
    });
  });
});

describe('docs/rbac.md', () => {
  const table = documentedTable('docs/rbac.md');
  const [people = [], ...rights] = table.map(([what = '', ...cells]) => [what, ...cells]);

  beforeAll(async () => {
    for (const command of commandsOf('docs/rbac.md')) {
      if (!command.startsWith('kubectl auth')) await operators.cluster.shell(command);
    }
  });

  it('asks about people and rights', () => {
    expect(people).toEqual(['may', 'vera', 'ines', 'ada']);
    expect(rights.length).toBeGreaterThan(5);
  });

  it.each(rights)('is right about who may %s', async (what, ...wanted) => {
    await eventually(async () => {
      const [verb = '', resource = ''] = what.split(' ');
      const asked = people.slice(1).map((who) => mayIn('flights', who, verb, resource));
      expect(await Promise.all(asked)).toEqual(wanted);
    });
  });

  it('lets an installer see the catalogs of all, and nothing be installed elsewhere', async () => {
    expect(await mayIn(HOME, 'ines', 'list', 'catalogsources')).toBe('yes');
    expect(await mayIn(HOME, 'ines', 'create', 'subscriptions')).toBe('no');
  });
});

it(
  'is taken by the API server whatever the values',
  async () => {
    const monitors = 'servicemonitors.monitoring.coreos.com';
    await user.client.create(resources.customResourceDefinitions, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: monitors },
      spec: {
        group: 'monitoring.coreos.com',
        scope: 'Namespaced',
        names: { plural: 'servicemonitors', kind: 'ServiceMonitor' },
        versions: [
          {
            ...{ name: 'v1', served: true, storage: true },
            schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        ],
      },
    });
    await kubectl('wait', '--for=condition=Established', `crd/${monitors}`);
    const files = renderings().map(({ file }) => file);
    const dry = ['apply', '--server-side', '--force-conflicts', '--dry-run=server', '--validate=strict'];
    // Discovery learns of a definition a little later.
    const said = await eventually(() => kubectl(...dry, ...files.flatMap((file) => ['--filename', file])));
    const line = 'deployment.apps/capstan-web serverside-applied (server dry run)';
    expect(said.split('\n').filter((one) => one === line)).toHaveLength(files.length);
  },
  PATIENCE_MS,
);

it.each(documentedYaml('docs/air-gapped.md'))(
  'is followed by documents whose objects are taken: %#',
  async (yaml) => {
    const dry = 'kubectl apply --server-side --dry-run=server --validate=strict --filename -';
    expect(await operators.cluster.shell(`${dry} <<'END'\n${yaml}\nEND\n`)).toContain('(server dry run)');
  },
);

it(
  'leaves nothing when it is removed',
  async () => {
    // As the document says: what is left would wait for a controller that is gone.
    expect(await kubectl('get', 'clusterserviceversions', '--all-namespaces', '--output', 'name')).toBe('');
    // The tests' own controller has its account there.
    await operators.controller.stop();
    for (const command of commandsUnder(REMOVAL, 'Removal').slice(0, 1))
      await operators.cluster.shell(command);
    const kinds =
      'clusterroles,clusterrolebindings,namespaces,serviceaccounts,services,deployments,pods,roles';
    expect(await kubectl('get', kinds, '--all-namespaces', '--selector', OURS, '--output', 'name')).toBe('');
    // What people have stays, until they say otherwise.
    const definitions = async (...args: readonly string[]): Promise<string> =>
      kubectl(...args, '--selector', 'app.kubernetes.io/managed-by=capstan', '--output', 'name');
    expect(await definitions('get', 'crd')).toContain('subscriptions.operators.coreos.com');
    for (const command of commandsUnder(REMOVAL, 'Removal of what people made')) {
      await operators.cluster.shell(command);
    }
    expect(await definitions('get', 'crd')).toBe('');
  },
  PATIENCE_MS,
);
