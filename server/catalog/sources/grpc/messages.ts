/**
 * Messages of the registry API, `api.Registry`, with the numbers of their fields, and of `grpc.health.v1.Health`.
 * Source: operator-registry, `pkg/api/registry.proto`. Fields that nobody here needs are left out.
 */
import { encodeMessage, Message } from './wire.ts';

/** Paths of the calls. */
export const methods = {
  listPackages: '/api.Registry/ListPackages',
  getPackage: '/api.Registry/GetPackage',
  listBundles: '/api.Registry/ListBundles',
  getBundle: '/api.Registry/GetBundle',
  check: '/grpc.health.v1.Health/Check',
} as const;

/** Answer of GetPackage; `csvName` is the head of a channel. */
export interface RegistryPackage {
  name: string;
  channels: { name: string; csvName: string; deprecation: string | undefined }[];
  defaultChannel: string;
  deprecation: string | undefined;
}

/** A kind of objects. */
export interface Api {
  group: string;
  version: string;
  kind: string;
}

/** A bundle as an entry of one channel. Empty texts and lists stand for what is absent. */
export interface RegistryBundle {
  csvName: string;
  package: string;
  channel: string;
  csvJson: string;
  objects: string[];
  bundlePath: string;
  providedApis: Api[];
  requiredApis: Api[];
  version: string;
  skipRange: string;
  /** `value` is JSON. */
  dependencies: { type: string; value: string }[];
  properties: { type: string; value: string }[];
  replaces: string;
  skips: string[];
  deprecation: string | undefined;
}

/** Request of GetBundle: a bundle as an entry of one channel. */
export interface BundleKey {
  package: string;
  channel: string;
  csvName: string;
}

/** Of `HealthCheckResponse`. */
export const servingStatus = { serving: 1, notServing: 2 } as const;

/** Bytes → messages. Throws for bytes that are no message. */
export const decode = {
  packageName: (bytes: Buffer): string => new Message(bytes).text(1),
  package: (bytes: Buffer): RegistryPackage => {
    const message = new Message(bytes);
    return {
      name: message.text(1),
      channels: message.messages(2).map((channel) => ({
        name: channel.text(1),
        csvName: channel.text(2),
        deprecation: channel.messages(3).at(-1)?.text(1),
      })),
      defaultChannel: message.text(3),
      deprecation: message.messages(4).at(-1)?.text(1),
    };
  },
  bundle: (bytes: Buffer): RegistryBundle => {
    const message = new Message(bytes);
    return {
      csvName: message.text(1),
      package: message.text(2),
      channel: message.text(3),
      csvJson: message.text(4),
      objects: message.texts(5),
      bundlePath: message.text(6),
      providedApis: message.messages(7).map(api),
      requiredApis: message.messages(8).map(api),
      version: message.text(9),
      skipRange: message.text(10),
      dependencies: message.messages(11).map(typed),
      properties: message.messages(12).map(typed),
      replaces: message.text(13),
      skips: message.texts(14),
      deprecation: message.messages(15).at(-1)?.text(1),
    };
  },
  bundleKey: (bytes: Buffer): BundleKey => {
    const message = new Message(bytes);
    return { package: message.text(1), channel: message.text(2), csvName: message.text(3) };
  },
  status: (bytes: Buffer): number => new Message(bytes).number(1),
} as const;

/** Messages → bytes. */
export const encode = {
  nothing: (): Buffer => Buffer.alloc(0),
  /** Of a package, and of the service whose health is asked for. */
  name: (name: string): Buffer => encodeMessage([[1, name]]),
  status: (status: number): Buffer => encodeMessage([[1, status]]),
  bundleKey: (key: BundleKey): Buffer =>
    encodeMessage([
      [1, key.package],
      [2, key.channel],
      [3, key.csvName],
    ]),
  package: (pkg: RegistryPackage): Buffer =>
    encodeMessage([
      [1, pkg.name],
      [
        2,
        pkg.channels.map(({ name, csvName, deprecation }) =>
          encodeMessage([
            [1, name],
            [2, csvName],
            [3, deprecationOf(deprecation)],
          ]),
        ),
      ],
      [3, pkg.defaultChannel],
      [4, deprecationOf(pkg.deprecation)],
    ]),
  bundle: (bundle: RegistryBundle): Buffer =>
    encodeMessage([
      [1, bundle.csvName],
      [2, bundle.package],
      [3, bundle.channel],
      [4, bundle.csvJson],
      [5, bundle.objects],
      [6, bundle.bundlePath],
      [7, bundle.providedApis.map(encodeApi)],
      [8, bundle.requiredApis.map(encodeApi)],
      [9, bundle.version],
      [10, bundle.skipRange],
      [11, bundle.dependencies.map(encodeTyped)],
      [12, bundle.properties.map(encodeTyped)],
      [13, bundle.replaces],
      [14, bundle.skips],
      [15, deprecationOf(bundle.deprecation)],
    ]),
} as const;

function api(message: Message): Api {
  return { group: message.text(1), version: message.text(2), kind: message.text(3) };
}

function encodeApi({ group, version, kind }: Api): Buffer {
  return encodeMessage([
    [1, group],
    [2, version],
    [3, kind],
  ]);
}

function typed(message: Message): { type: string; value: string } {
  return { type: message.text(1), value: message.text(2) };
}

function encodeTyped({ type, value }: { type: string; value: string }): Buffer {
  return encodeMessage([
    [1, type],
    [2, value],
  ]);
}

function deprecationOf(message: string | undefined): readonly Buffer[] {
  return message === undefined ? [] : [encodeMessage([[1, message]])];
}
