/** A Go module that is offered as the public proxy offers all others: by the files of a folder, which `GOPROXY` names. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { run } from '../../cluster/run.ts';

export interface OfferedModule extends AsyncDisposable {
  /** As a go.sum has it. */
  readonly sum: string;
  /** For the environment of Go, which is to find this module and no other. */
  readonly env: Readonly<Record<string, string>>;
}

/** @param files by path below the module's folder; `go.mod` among them */
export async function offerModule(
  module: string,
  version: string,
  files: Readonly<Record<string, string>>,
): Promise<OfferedModule> {
  const folder = await mkdtemp(join(tmpdir(), 'capstan-go-'));
  const versions = join(folder, 'proxy', module, '@v');
  await mkdir(versions, { recursive: true });
  const named = Object.entries(files).map(([path, text]) => ({ name: `${module}@${version}/${path}`, text }));
  await writeFile(join(versions, `${version}.info`), JSON.stringify({ Version: version }));
  await writeFile(join(versions, `${version}.mod`), files['go.mod'] ?? '');
  await writeFile(join(versions, `${version}.zip`), zipOf(named));
  const env = {
    GOPROXY: `file://${join(folder, 'proxy')}`,
    GONOSUMDB: module,
    GOMODCACHE: join(folder, 'modules'),
  };
  return {
    sum: sumOf(named),
    env,
    [Symbol.asyncDispose]: async () => {
      // Go makes what it keeps read-only.
      await run('go', ['clean', '-modcache'], { cwd: folder, env: { ...process.env, ...env } });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface NamedFile {
  readonly name: string;
  readonly text: string;
}

/** Source: golang.org/x/mod/sumdb/dirhash, Hash1. */
function sumOf(files: readonly NamedFile[]): string {
  const lines = [...files]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, text }) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`);
  return `h1:${createHash('sha256').update(lines.join('')).digest('base64')}`;
}

/** Without compression. Source: PKWARE's APPNOTE, 4.3. */
function zipOf(files: readonly NamedFile[]): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, text } of files) {
    const [path, content] = [Buffer.from(name), Buffer.from(text)];
    const common = Buffer.alloc(26);
    // Version 2.0, no flags, stored, no date.
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, content]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, place, path]));
    parts.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}
