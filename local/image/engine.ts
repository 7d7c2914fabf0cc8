/** The command lines by which container engines build the image. Pure. */

export const ENGINES = ['docker', 'podman', 'buildah'] as const;
export type Engine = (typeof ENGINES)[number];

export interface ImageOrder {
  /** Name and tag. */
  readonly tag: string;
  /** Of package.json. */
  readonly version: string;
  /** Commit of the sources. */
  readonly revision: string;
  /** In the place of the base that the Dockerfile names. */
  readonly base: string | undefined;
  /** npm's own configuration: where packages come from, and with which credentials. */
  readonly npmrc: string | undefined;
  /** PEM of authorities to trust besides the usual ones, as Node takes them by NODE_EXTRA_CA_CERTS. */
  readonly authorities: string | undefined;
}

/** Of all files in the image and of the image itself, so that neither depends on when it was built. 1980, for zip's sake. */
const DATE = '315532800';

export function buildArguments(engine: Engine, order: ImageOrder): string[] {
  const { tag, version, revision, base, npmrc, authorities } = order;
  const buildArgs = [
    `VERSION=${version}`,
    `REVISION=${revision}`,
    ...(base === undefined ? [] : [`NODE=${base}`]),
    // BuildKit reads it by itself; the others have a flag.
    ...(engine === 'docker' ? [`SOURCE_DATE_EPOCH=${DATE}`] : []),
  ];
  return [
    engine === 'buildah' ? 'bud' : 'build',
    ...['--file', 'Dockerfile', '--tag', tag],
    // Health checks are no part of the OCI format.
    ...(engine === 'docker' ? [] : ['--format', 'docker', '--timestamp', DATE]),
    ...buildArgs.flatMap((value) => ['--build-arg', value]),
    ...(npmrc === undefined ? [] : ['--secret', `id=npmrc,src=${npmrc}`]),
    ...(authorities === undefined ? [] : ['--secret', `id=authorities,src=${authorities}`]),
    '.',
  ];
}
