/** Finds what came to somebody who may not read it. */
import type { Resource } from '../../../lib/k8s/object.ts';
import { resources } from '../../../lib/k8s/resources.ts';
import { parcels, skiffs } from './catalogs.ts';
import { nameIn, places } from './state.ts';
import type { Seeded } from './state.ts';
import { mayDo } from './rights.ts';
import type { Persona } from './personas.ts';

/** Names and values that tell from which object something came. */
const words: readonly string[] = [
  ...places,
  ...places.flatMap((place) =>
    [
      'operator.v1.0.0',
      'operator.v2.0.0',
      'harbour',
      'subscription',
      'plan',
      'group',
      'catalog',
      'ticket',
      'vessel',
    ]
      .concat(['password', 'config', 'config-value', 'secret-value', 'manager', 'event', 'message'])
      .map((what) => nameIn(place, what)),
  ),
  ...places.map((place) => Buffer.from(nameIn(place, 'secret-value')).toString('base64')),
  ...Object.keys(parcels),
  ...Object.values(parcels).flat(),
  ...Object.values(skiffs),
];

/** The words in `text` that are neither in what was asked nor readable. */
export function leaksIn(text: string, asked: string, readable: ReadonlySet<string>): string[] {
  return words.filter((word) => text.includes(word) && !asked.includes(word) && !readable.has(word));
}

/** The words of all that a person may read, by the API server's own word for each object. */
export async function readableWords(who: Persona, seeded: readonly Seeded[]): Promise<ReadonlySet<string>> {
  const texts = await Promise.all(
    seeded.map(async (seed) => {
      const { name } = seed.object.metadata;
      return (await mayRead(who, seed)) ? JSON.stringify(seed.object) + packagesOf(seed.resource, name) : '';
    }),
  );
  const text = texts.join('\n');
  return new Set(words.filter((word) => text.includes(word)));
}

async function mayRead(who: Persona, { resource, object }: Seeded): Promise<boolean> {
  const { namespace, name } = object.metadata;
  const type = { group: resource.group, resource: resource.plural };
  // The API server takes a namespace to be in itself.
  const at = namespace ?? (resource.plural === 'namespaces' ? name : undefined);
  const ways = await Promise.all([
    mayDo(who, { verb: 'get', ...type, namespace: at, name }),
    mayDo(who, { verb: 'list', ...type, namespace }),
  ]);
  return ways.includes(true);
}

function packagesOf({ plural }: Resource, name: string): string {
  if (plural !== resources.catalogSources.plural) return '';
  return [...Object.entries(parcels), ...Object.entries(skiffs)]
    .filter(([catalog]) => catalog === name)
    .flatMap(([, packages]) => packages)
    .join('\n');
}
