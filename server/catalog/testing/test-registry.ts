/** For tests: a registry server over any file-based catalog, which says and leaves out what operator-registry's does. */
import * as grpc from '@grpc/grpc-js';
import { at, items, cutText } from '#lib/base/loose.ts';
import { create } from '@bufbuild/protobuf';
import type { BundleKey } from '../sources/grpc/client.ts';
import { decode, encode, servingStatus, methods } from '../sources/grpc/messages.ts';
import {
  BundleSchema,
  GetBundleRequestSchema,
  GetPackageRequestSchema,
  HealthCheckResponseSchema,
  PackageNameSchema,
  PackageSchema,
  type Bundle,
} from '../sources/grpc/registry_pb.ts';

/** What it serves, and how it misbehaves. */
export interface TestRegistryOptions {
  /** Entries of the catalog as JSON; kept as texts, parsed when asked for. */
  lines: readonly string[];
  /** A status with which to answer a call instead; called with the name that is asked for. */
  fault?: (method: string, name: string) => grpc.status | undefined;
  /** Cuts the connection after so many bundles. */
  cutAfter?: number;
  /** Goes silent instead of ending ListBundles. */
  silent?: boolean;
  healthStatus?: number;
  /** Of the bundles as they are told. */
  change?: (bundle: Bundle) => Bundle;
}

/** A server that listens on loopback; `options` may be changed while it runs. */
export interface TestRegistry extends AsyncDisposable {
  address: string;
  /** Calls by method. */
  calls: Map<string, number>;
  options: TestRegistryOptions;
}

interface Package {
  entry: unknown;
  channels: unknown[];
  /** Lines by CSV name. */
  bundles: Map<string, string>;
  deprecations: Map<string, string>;
}

/** On a free port. */
export async function startRegistry(options: TestRegistryOptions): Promise<TestRegistry> {
  const packages = load(options.lines);
  const server = new grpc.Server({ 'grpc.max_send_message_length': -1 });
  const registry = { address: '', calls: new Map<string, number>(), options };
  serveStreams(server, registry, packages);
  serveAnswers(server, registry, packages);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  return Object.assign(registry, {
    address: `127.0.0.1:${String(port)}`,
    [Symbol.asyncDispose]: () => {
      server.forceShutdown();
      return Promise.resolve();
    },
  });
}

function load(lines: readonly string[]): Map<string, Package> {
  const packages = new Map<string, Package>();
  const of = (name: string): Package => {
    const known = packages.get(name) ?? {
      entry: {},
      channels: [],
      bundles: new Map(),
      deprecations: new Map(),
    };
    packages.set(name, known);
    return known;
  };
  for (const line of lines.filter((each) => each !== '')) {
    const entry: unknown = JSON.parse(line);
    const [schema, name] = [at(entry, 'schema'), cutText(at(entry, 'name')) ?? ''];
    const pkg = of(schema === 'olm.package' ? name : (cutText(at(entry, 'package')) ?? ''));
    if (schema === 'olm.package') pkg.entry = entry;
    if (schema === 'olm.channel') pkg.channels.push(entry);
    if (schema === 'olm.bundle') pkg.bundles.set(name, line);
    for (const each of schema === 'olm.deprecations' ? items(at(entry, 'entries')) : []) {
      const key = `${String(at(each, 'reference', 'schema'))} ${cutText(at(each, 'reference', 'name')) ?? ''}`;
      pkg.deprecations.set(key, String(at(each, 'message')));
    }
  }
  return packages;
}

function bundleMessage(pkg: Package, channel: string, entry: unknown): Bundle {
  const name = String(at(entry, 'name'));
  const bundle: unknown = JSON.parse(pkg.bundles.get(name) ?? '{}');
  const properties = items(at(bundle, 'properties'));
  const values = (type: string): unknown[] =>
    properties.filter((each) => at(each, 'type') === type).map((each) => at(each, 'value'));
  const inlined = values('olm.bundle.object').map((value) =>
    Buffer.from(String(at(value, 'data')), 'base64').toString('utf8'),
  );
  const csv = inlined.find((text) => text.includes('"ClusterServiceVersion"'));
  const [metadata] = values('olm.csv.metadata');
  const stub = metadata === undefined ? '' : JSON.stringify(stubCsv(pkg.entry, name, metadata));
  const deprecation = pkg.deprecations.get(`olm.bundle ${name}`);
  return create(BundleSchema, {
    csvName: name,
    packageName: String(at(pkg.entry, 'name')),
    channelName: channel,
    csvJson: csv ?? stub,
    object: inlined.length > 0 ? inlined : stub === '' ? [] : [stub],
    bundlePath: cutText(at(bundle, 'image')) ?? '',
    version: String(at(values('olm.package')[0], 'version')),
    skipRange: cutText(at(entry, 'skipRange'), 1024) ?? '',
    properties: properties
      .filter((each) => !['olm.bundle.object', 'olm.csv.metadata'].includes(String(at(each, 'type'))))
      .map((each) => ({ type: String(at(each, 'type')), value: JSON.stringify(at(each, 'value')) })),
    replaces: cutText(at(entry, 'replaces')) ?? '',
    skips: items(at(entry, 'skips')).map(String),
    ...deprecated(deprecation),
  });
}

function deprecated(message: string | undefined): { deprecation?: { message: string } } {
  return message === undefined ? {} : { deprecation: { message } };
}

function stubCsv(pkg: unknown, name: string, metadata: unknown): unknown {
  const icon = at(pkg, 'icon');
  const same = [
    'displayName',
    'installModes',
    'keywords',
    'links',
    'maintainers',
    'maturity',
    'minKubeVersion',
    'nativeAPIs',
    'provider',
  ];
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name, annotations: at(metadata, 'annotations'), labels: at(metadata, 'labels') },
    spec: {
      ...Object.fromEntries(same.map((field) => [field, at(metadata, field)])),
      description: at(metadata, 'description') ?? at(pkg, 'description'),
      customresourcedefinitions: at(metadata, 'crdDescriptions'),
      apiservicedefinitions: at(metadata, 'apiServiceDefinitions'),
      install: { strategy: 'deployment', spec: { deployments: null } },
      ...(icon === undefined ? {} : { icon: [icon] }),
    },
  };
}

const same = (bundle: Bundle): Bundle => bundle;

type Registry = Omit<TestRegistry, typeof Symbol.asyncDispose>;

function faultOf(
  { calls, options }: Registry,
  method: string,
  name = '',
): Partial<grpc.ServiceError> | undefined {
  calls.set(method, (calls.get(method) ?? 0) + 1);
  const code = options.fault?.(method, name);
  return code === undefined ? undefined : { code, details: `SECRET ${name}` };
}

const plain = (bytes: Buffer): Buffer => bytes;

function define(path: string, responseStream: boolean): grpc.MethodDefinition<Buffer, Buffer> {
  return {
    path,
    requestStream: false,
    responseStream,
    requestSerialize: plain,
    requestDeserialize: plain,
    responseSerialize: plain,
    responseDeserialize: plain,
  };
}

function serveStreams(server: grpc.Server, registry: Registry, packages: ReadonlyMap<string, Package>): void {
  const { listPackages, listBundles } = methods;
  const service = { listPackages: define(listPackages, true), listBundles: define(listBundles, true) };
  server.addService(service, {
    listPackages: (call: grpc.ServerWritableStream<Buffer, Buffer>) => {
      const fault = faultOf(registry, listPackages);
      if (fault !== undefined) {
        call.emit('error', fault);
        return;
      }
      for (const name of packages.keys()) call.write(encode(PackageNameSchema, { name }));
      call.end();
    },
    listBundles: (call: grpc.ServerWritableStream<Buffer, Buffer>) => {
      void sendBundles(call, registry, packages);
    },
  });
}

/** In another order each time, as a map in Go is gone through. */
async function sendBundles(
  call: grpc.ServerWritableStream<Buffer, Buffer>,
  registry: Registry,
  packages: ReadonlyMap<string, Package>,
): Promise<void> {
  const fault = faultOf(registry, methods.listBundles);
  if (fault !== undefined) {
    call.emit('error', fault);
    return;
  }
  const { cutAfter, silent, change = same } = registry.options;
  const turned = (registry.calls.get(methods.listBundles) ?? 0) % 2 === 0;
  let goOn = (): void => undefined;
  for (const event of ['drain', 'cancelled']) {
    call.on(event, () => {
      goOn();
    });
  }
  let sent = 0;
  for (const bundle of listed(turned ? [...packages.values()].reverse() : [...packages.values()])) {
    sent += 1;
    if (sent === cutAfter) {
      call.emit('error', { code: grpc.status.UNAVAILABLE });
      return;
    }
    if (!call.write(encode(BundleSchema, change(bundle)))) {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
    if (call.cancelled) return;
  }
  if (silent !== true) call.end();
}

/** Every entry of every channel, without what ListBundles leaves out of bundles that are images. */
function* listed(packages: readonly Package[]): Generator<Bundle> {
  for (const pkg of packages) {
    for (const channel of pkg.channels) {
      const name = String(at(channel, 'name'));
      for (const entry of items(at(channel, 'entries'))) {
        const bundle = bundleMessage(pkg, name, entry);
        yield bundle.bundlePath === '' ? bundle : { ...bundle, csvJson: '', object: [] };
      }
    }
  }
}

function serveAnswers(server: grpc.Server, registry: Registry, packages: ReadonlyMap<string, Package>): void {
  const answer =
    (method: string, reply: (request: Buffer) => { name: string; bytes: Buffer | undefined }) =>
    (call: grpc.ServerUnaryCall<Buffer, Buffer>, done: grpc.sendUnaryData<Buffer>): void => {
      const { name, bytes } = reply(call.request);
      const fault = faultOf(registry, method, name);
      if (fault === undefined && bytes !== undefined) done(null, bytes);
      else done(fault ?? { code: grpc.status.UNKNOWN, details: `${name} not found` });
    };
  const service = {
    getPackage: define(methods.getPackage, false),
    getBundle: define(methods.getBundle, false),
    check: define(methods.check, false),
  };
  const { change = same, healthStatus = servingStatus.serving } = registry.options;
  server.addService(service, {
    getPackage: answer(methods.getPackage, (request) => {
      const { name } = decode(GetPackageRequestSchema, request);
      const pkg = packages.get(name);
      return { name, bytes: pkg === undefined ? undefined : packageMessage(name, pkg) };
    }),
    getBundle: answer(methods.getBundle, (request) => {
      const key = decode(GetBundleRequestSchema, request);
      const bundle = findBundle(packages, key);
      const trimmed = bundle === undefined ? undefined : change({ ...bundle, replaces: '', skips: [] });
      return { name: key.csvName, bytes: trimmed === undefined ? undefined : encode(BundleSchema, trimmed) };
    }),
    check: answer(methods.check, () => ({
      name: '',
      bytes: encode(HealthCheckResponseSchema, { status: healthStatus }),
    })),
  });
}

function findBundle(packages: ReadonlyMap<string, Package>, key: BundleKey): Bundle | undefined {
  const pkg = packages.get(key.pkgName);
  const channel = pkg?.channels.find((each) => at(each, 'name') === key.channelName);
  const entry = items(at(channel, 'entries')).find((each) => at(each, 'name') === key.csvName);
  return pkg === undefined || entry === undefined ? undefined : bundleMessage(pkg, key.channelName, entry);
}

function packageMessage(name: string, pkg: Package): Buffer {
  return encode(PackageSchema, {
    name,
    channels: pkg.channels.map((channel) => {
      const channelName = String(at(channel, 'name'));
      const deprecation = pkg.deprecations.get(`olm.channel ${channelName}`);
      return {
        name: channelName,
        csvName: headOf(items(at(channel, 'entries'))),
        ...deprecated(deprecation),
      };
    }),
    defaultChannelName: cutText(at(pkg.entry, 'defaultChannel')) ?? '',
    ...deprecated(pkg.deprecations.get('olm.package ')),
  });
}

/** The entry that no other replaces or skips. */
function headOf(entries: readonly unknown[]): string {
  const older = new Set(entries.flatMap((each) => [at(each, 'replaces'), ...items(at(each, 'skips'))]));
  return String(
    at(
      entries.find((each) => !older.has(at(each, 'name'))),
      'name',
    ),
  );
}
