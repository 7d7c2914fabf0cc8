/**
 * Which entries of an image's layers count, read from the uppermost layer down: what an upper layer holds or removes hides
 * what lies below it. Source: OCI image-spec `layer.md` (whiteouts, opaque whiteouts). Pure bookkeeping.
 */

const WHITEOUT = '.wh.';
const OPAQUE = '.wh..wh..opq';

/** What was seen of the layers so far; `size` lets the caller bound it. */
export class Overlay {
  private layer = new Marks();
  private readonly upper = new Marks();
  /** UTF-16 units of all paths remembered. */
  size = 0;

  /** Takes in an entry; true when it counts. @param path without `.`, `..` and slashes at its ends */
  take(path: string, isDirectory: boolean): boolean {
    const { parent, base } = split(path);
    this.size += path.length;
    if (base === OPAQUE) {
      this.layer.emptied.add(parent);
      return false;
    }
    if (base.startsWith(WHITEOUT)) {
      this.layer.gone.add(within(parent, base.slice(WHITEOUT.length)));
      return false;
    }
    if (this.upper.hides(path, isDirectory)) return false;
    (isDirectory ? this.layer.directories : this.layer.gone).add(path);
    for (
      let above = parent;
      above !== '' && !this.layer.directories.has(above);
      above = split(above).parent
    ) {
      this.layer.directories.add(above);
      this.size += above.length;
    }
    return true;
  }

  /** The next entries are of the layer below. */
  descend(): void {
    this.upper.add(this.layer);
    this.layer = new Marks();
  }
}

class Marks {
  /** Neither these nor anything below them shows. */
  readonly gone = new Set<string>();
  /** Nothing below these shows. */
  readonly emptied = new Set<string>();
  /** These are directories, whatever a lower layer has there. */
  readonly directories = new Set<string>();

  add(other: Marks): void {
    for (const path of other.gone) this.gone.add(path);
    for (const path of other.emptied) this.emptied.add(path);
    for (const path of other.directories) this.directories.add(path);
  }

  hides(path: string, isDirectory: boolean): boolean {
    if (this.gone.has(path) || (!isDirectory && this.directories.has(path))) return true;
    for (let above = split(path).parent; above !== ''; above = split(above).parent) {
      if (this.gone.has(above) || this.emptied.has(above)) return true;
    }
    return this.emptied.has('');
  }
}

function split(path: string): { parent: string; base: string } {
  const slash = path.lastIndexOf('/');
  return { parent: slash < 0 ? '' : path.slice(0, slash), base: path.slice(slash + 1) };
}

function within(parent: string, base: string): string {
  return parent === '' ? base : `${parent}/${base}`;
}
