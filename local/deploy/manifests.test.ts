import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments, parse } from 'yaml';
import { z } from 'zod';
import type { KubeObject } from '#lib/k8s/object.ts';
import { CONTROLLER } from '#local/testing/deploy/account.ts';
import { manifest } from './manifest.ts';
import { ownBundle } from './own-bundle.ts';
import { BUNDLE, chartFolder, renderings, stampLine, valueSets } from './render.ts';

const all = manifest('install.yaml');
const named = (kind: string, name: string): KubeObject => {
  const found = all.find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
};

describe('what is made of the chart', () => {
  it('is not older than the chart: run npm run manifests', () => {
    for (const { file } of renderings()) {
      expect(readFileSync(file, 'utf8'), relative('.', file)).toContain(`# ${stampLine()}\n`);
    }
  });

  it('covers ten sets of values and more, each another', () => {
    expect(valueSets().length).toBeGreaterThanOrEqual(10);
    const texts = renderings().map(({ file }) => readFileSync(file, 'utf8').replace(/^#.*\n/gm, ''));
    // `default` and the file for kubectl differ in the namespace.
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('has a bundle of Capstan that is made from it: run npm run manifests', () => {
    const files = readdirSync(BUNDLE.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(BUNDLE.folder, join(entry.parentPath, entry.name)));
    const wanted = ownBundle();
    expect(files.sort()).toEqual([...wanted.keys()].sort());
    for (const [path, text] of wanted) expect(readFileSync(join(BUNDLE.folder, path), 'utf8')).toBe(text);
    expect(text(wanted, 'manifests/capstan.clusterserviceversion.yaml')).not.toMatch(
      /ermissions:|session-keys/,
    );
  });

  it('is whole YAML, of objects that each have a name', () => {
    for (const { file } of renderings()) {
      for (const document of parseAllDocuments(readFileSync(file, 'utf8'), { uniqueKeys: true })) {
        expect(document.errors, file).toEqual([]);
      }
    }
    for (const { apiVersion, kind, metadata } of all) {
      expect([apiVersion, kind, metadata.name].every((text) => typeof text === 'string')).toBe(true);
    }
  });
});

const text = (files: ReadonlyMap<string, string>, path: string): string => files.get(path) ?? '';

const Values = z.record(z.string(), z.unknown());

it('has a schema that knows every value and lets no other pass', () => {
  const values = Values.parse(parse(readFileSync(`${chartFolder}/values.yaml`, 'utf8')));
  const schema: unknown = JSON.parse(readFileSync(`${chartFolder}/values.schema.json`, 'utf8'));
  expect(z.looseObject({ additionalProperties: z.literal(false) }).safeParse(schema).success).toBe(true);
  const known = z.looseObject({ properties: Values }).parse(schema).properties;
  expect(Object.keys(values).filter((name) => !(name in known))).toEqual([]);
});

it('says one version everywhere', () => {
  const Chart = z.object({ version: z.string(), appVersion: z.string() });
  const chart = Chart.parse(parse(readFileSync(`${chartFolder}/Chart.yaml`, 'utf8')));
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  expect(chart).toEqual({ version, appVersion: version });
});

const names = z.array(z.string());
const Rules = z.array(
  z.object({ apiGroups: names, resources: names, verbs: names, resourceNames: names.optional() }),
);
const rulesOf = (kind: string, name: string): z.infer<typeof Rules> =>
  Rules.parse(named(kind, name)['rules']);

describe('rights', () => {
  it('are none for the console: nothing names its account but its Deployment', () => {
    const bindings = all.filter(({ kind }) => kind.endsWith('Binding'));
    expect(bindings.length).toBeGreaterThan(0);
    expect(JSON.stringify(bindings)).not.toContain('capstan-web');
    expect(named('ServiceAccount', 'capstan-web')['automountServiceAccountToken']).toBe(false);
  });

  it('of the controller have no wildcard but to list', () => {
    for (const rule of rulesOf('ClusterRole', CONTROLLER)) {
      expect(rule.verbs).not.toContain('*');
      if ([...rule.apiGroups, ...rule.resources].includes('*')) expect(rule.verbs).toEqual(['list']);
    }
  });

  it('of a controller for namespaces reach no further than those that it was given accounts in', () => {
    const rules = manifest('golden/namespaces.yaml')
      .filter(({ kind, metadata: { name } }) => kind.endsWith('Role') && name.startsWith(CONTROLLER))
      .flatMap((object) => Rules.parse(object['rules']).map((rule) => ({ ...rule, kind: object.kind })));
    for (const { kind, apiGroups, resources, verbs, resourceNames = [] } of rules) {
      const words = [...apiGroups, ...resources, ...verbs];
      expect(words.filter((word) => /^(\*|escalate|bind|impersonate)$/.test(word))).toEqual([]);
      if (kind === 'ClusterRole') expect(resources).not.toContain('secrets');
      if (resources.includes('serviceaccounts/token'))
        expect([kind, resourceNames]).toEqual(['Role', ['installer']]);
    }
    expect(rules.some(({ resources }) => resources.includes('serviceaccounts/token'))).toBe(true);
  });

  it('of the controller are explained, each rule, where it is given', () => {
    const templates = ['controller-rights.yaml', '_rights-for-namespaces.tpl'];
    const lines = templates.flatMap((name) =>
      readFileSync(`${chartFolder}/templates/${name}`, 'utf8').split('\n'),
    );
    // Neighbours of one group share a sentence.
    const bare = lines.filter((line, index) => {
      const before = lines[index - 1] ?? '';
      return line.startsWith('  - apiGroups:') && !/^ {2}#|^ {4}verbs:|^ {2}\{\{/.test(before);
    });
    expect(bare).toEqual([]);
    expect(lines.filter((line) => /^ {2}# /.test(line)).length).toBeGreaterThan(10);
  });

  it('for people get more from one role to the next, and only capstan-admin brings catalogs and prepares namespaces', () => {
    const can = (name: string): Set<string> =>
      new Set(
        rulesOf('ClusterRole', name).flatMap(({ resources, verbs }) =>
          resources.flatMap((resource) => verbs.map((verb) => `${verb} ${resource}`)),
        ),
      );
    const [viewer, installer, admin] = [
      can('capstan-viewer'),
      can('capstan-installer'),
      can('capstan-admin'),
    ];
    expect([...viewer].filter((right) => !installer.has(right))).toEqual([]);
    expect([...installer].filter((right) => !admin.has(right))).toEqual([]);
    for (const right of ['create catalogsources', 'create operatorgroups', 'update clusterserviceversions']) {
      expect([installer.has(right), admin.has(right)], right).toEqual([false, true]);
    }
    // Else every namespace admin could become cluster-admin.
    expect(named('ClusterRole', 'capstan-admin').metadata.labels).not.toHaveProperty([
      'rbac.authorization.k8s.io/aggregate-to-admin',
    ]);
  });
});

const Pod = z.object({
  securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number().min(1) }),
  containers: z
    .array(
      z.object({
        securityContext: z.object({
          readOnlyRootFilesystem: z.literal(true),
          allowPrivilegeEscalation: z.literal(false),
          capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
        }),
        resources: z.object({
          requests: z.record(z.string(), z.string()),
          limits: z.object({ memory: z.string() }),
        }),
        startupProbe: z.object({}),
        readinessProbe: z.object({}),
        livenessProbe: z.object({}),
      }),
    )
    .length(1),
});
const Deployment = z.object({ spec: z.object({ template: z.object({ spec: Pod }) }) });

describe.each(['capstan-web', CONTROLLER])('Deployment %s', (name) => {
  it('runs without root, writes nowhere but where it was told to, and can be asked how it is', () => {
    expect(Deployment.parse(named('Deployment', name)).spec.template.spec.containers).toHaveLength(1);
  });
});
