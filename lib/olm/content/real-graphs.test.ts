import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { expect, it } from 'vitest';
import { sharedData } from '#local/testing/shared-data.ts';
import { aBundle } from '../../testing/catalog.ts';
import type { CatalogChannel, ChannelEntry } from '../api/catalog.ts';
import type { PackageDetail } from '../api/catalog-answers.ts';
import { orderChannel } from './channels.ts';
import { graphPicture } from './graph-picture.ts';
import { at, cutText, items, optional, textsOf } from '../../base/loose.ts';
import { versionInName } from './package-versions.ts';

const path = sharedData('catalog-full.jsonl.gz');
const CHANNEL = '{"schema":"olm.channel"';

it.skipIf(path === undefined)(
  'draws the graph of every package of a whole catalog',
  { timeout: 0 },
  async () => {
    const packages = await readPackages(path ?? '');
    expect(packages.length).toBeGreaterThan(300);
    for (const pkg of packages) {
      const folded = graphPicture({ pkg, channels: pkg.channels, routes: [], opened: new Set() });
      const whole = graphPicture({ pkg, channels: pkg.channels, routes: [], opened: 'all' });
      for (const picture of [folded, whole]) {
        for (const [index, lane] of picture.lanes.entries()) {
          const placed = lane.nodes.flatMap(({ names }) => names);
          expect(placed.sort(), pkg.name).toEqual(
            pkg.channels[index]?.entries.map(({ name }) => name).sort(),
          );
        }
      }
      // What a head itself skips is drawn in full; nothing else goes under a lane.
      expect(Math.max(...folded.lanes.map(({ brackets }) => brackets.length)), pkg.name).toBeLessThanOrEqual(
        2,
      );
      expect(folded.columns.length, pkg.name).toBeLessThanOrEqual(whole.columns.length);
    }
  },
);

async function readPackages(file: string): Promise<PackageDetail[]> {
  const channels = new Map<string, CatalogChannel[]>();
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    if (!line.startsWith(CHANNEL)) continue;
    const document: unknown = JSON.parse(line);
    const name = cutText(at(document, 'package')) ?? '';
    channels.set(name, [...(channels.get(name) ?? []), channelOf(name, document)]);
  }
  return [...channels].map(([name, all]) => ({
    name,
    defaultChannel: all[0]?.name ?? '',
    channels: all,
    bundles: Object.fromEntries(
      all
        .flatMap(({ entries }) => entries)
        .map((entry) => [entry.name, { ...aBundle(name, versionInName(entry.name)), name: entry.name }]),
    ),
    hasIcon: false,
  }));
}

function channelOf(pkg: string, document: unknown): CatalogChannel {
  const name = cutText(at(document, 'name')) ?? '';
  const entries = items(at(document, 'entries')).map((entry): ChannelEntry => {
    const [replaces, skipRange] = [cutText(at(entry, 'replaces')), cutText(at(entry, 'skipRange'))];
    return {
      name: cutText(at(entry, 'name')) ?? '',
      ...optional({ replaces, skipRange }),
      skips: textsOf(at(entry, 'skips')),
    };
  });
  const order = orderChannel({ package: pkg, channel: name }, entries);
  return { name, entries, head: order.ok ? order.head.name : (order.heads[0] ?? '') };
}
