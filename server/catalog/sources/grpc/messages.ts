/**
 * Calls and messages of the registry API, `api.Registry`, and of `grpc.health.v1.Health`. Their fields stand in
 * `registry.proto`, of which `registry_pb.ts` is made.
 */
import {
  create,
  fromBinary,
  toBinary,
  type DescMessage,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';

/** Paths of the calls. */
export const methods = {
  listPackages: '/api.Registry/ListPackages',
  getPackage: '/api.Registry/GetPackage',
  listBundles: '/api.Registry/ListBundles',
  getBundle: '/api.Registry/GetBundle',
  check: '/grpc.health.v1.Health/Check',
} as const;

/** Of `HealthCheckResponse`. */
export const servingStatus = { serving: 1, notServing: 2 } as const;

/** Fields that are not in `registry.proto` are left out. @throws Error for bytes that are no message */
export function decode<Desc extends DescMessage>(schema: Desc, bytes: Uint8Array): MessageShape<Desc> {
  return fromBinary(schema, bytes, { readUnknownFields: false });
}

/** A message as its bytes. */
export function encode<Desc extends DescMessage>(schema: Desc, message: MessageInitShape<Desc>): Buffer {
  return Buffer.from(toBinary(schema, create(schema, message)));
}
