/** One CatalogSource as the store knows it: its content, and the reading of it again and again. */
import {
  firstRead,
  readAnswered,
  readBegan,
  readFailed,
  wantRead,
  type Moment,
  type ReadState,
} from '#lib/olm/sources/read.ts';
import type { SourceSpec } from '#lib/olm/sources/spec.ts';
import { stableJson } from '#lib/base/hash.ts';
import { optional } from '#lib/base/loose.ts';
import { isSameSource, NothingUsable, type CachedSource, type StoredCatalog } from './catalog-cache.ts';
import { keptAccess, type EntryHost, type SourceAccess, type WantedSource } from './source-access.ts';
import { readFailureOf } from './source-failure.ts';
import type { Brought } from '../sources/bring.ts';
import { SourceError } from '../sources/reader.ts';
import type { Catalog, CatalogRef, SourceReading } from '../types.ts';

/** A source that takes longer is hung up on, so that it does not keep others waiting. */
const LONGEST_READ_MS = 20 * 60_000;
const NOTHING: Pick<StoredCatalog, 'packages' | 'warnings' | 'readAt' | 'digest'> = {
  packages: new Map(),
  warnings: [],
  readAt: 0,
  digest: '',
};

/** Reads its source when the spec says so, and keeps offering what was read last. */
export class SourceEntry {
  readonly ref: CatalogRef;
  /** Resolves when what is kept on disk is offered. */
  opened: Promise<void>;
  private readonly host: EntryHost;
  private spec: SourceSpec;
  private uid: string | undefined;
  /** Offered as it lies on disk, and not read before its spec is known. */
  private held: boolean;
  private access: SourceAccess | undefined;
  private state: ReadState;
  private abort = new AbortController();
  private cancelTimer: () => void = () => undefined;
  private stored: StoredCatalog | undefined;
  /** Newer content of which nothing could be used. */
  private unusable: { version: string; error: unknown } | undefined;
  private configMap: SourceReading['configMap'];
  private repairing = false;
  private told = '';
  private offered: Catalog;
  private readonly waiters: (() => void)[] = [];

  /** @param wanted what is to be read; or what is kept of a source of which nothing else is known yet */
  constructor(host: EntryHost, ref: CatalogRef, wanted: WantedSource | { kept: CachedSource }) {
    this.host = host;
    this.ref = ref;
    this.held = 'kept' in wanted;
    this.spec = 'kept' in wanted ? { disabled: false } : wanted.spec;
    this.state = firstRead(host.clock.now());
    this.uid = 'kept' in wanted ? wanted.kept.uid : wanted.uid;
    this.access = 'kept' in wanted ? keptAccess(wanted.kept) : this.newAccess();
    this.offered = this.present();
    this.opened = this.open();
  }

  get catalog(): Catalog {
    return this.offered;
  }

  /** Of the content that is kept; undefined when the spec names none. */
  get source(): CachedSource | undefined {
    return this.access?.source;
  }

  /** Resolves after the first attempt to read it, or at once where there is none to come. */
  settled(): Promise<void> {
    if (this.isSettled()) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiters.push(resolve);
    });
  }

  change({ spec, uid }: WantedSource): void {
    const before = this.spec;
    const isAnother = this.uid !== uid && spec.place?.kind !== 'directory';
    this.spec = spec;
    this.uid = uid;
    if (!this.held && !isAnother && readBy(before) === readBy(spec)) return;
    this.held = false;
    const access = this.newAccess();
    if (isSameSource(access?.source, this.access?.source)) {
      this.access?.close();
      this.access = access;
      if (spec.disabled) this.interrupt();
      this.want();
    } else this.moveTo(access);
    this.publish();
  }

  /** What is kept on disk was damaged. */
  repair(): void {
    if (this.repairing) return;
    this.repairing = true;
    this.stored = undefined;
    this.want();
    this.opened = this.open().finally(() => {
      this.repairing = false;
    });
  }

  /** Ends everything; what is kept on disk stays. */
  stop(): void {
    this.interrupt();
    this.access?.close();
    this.release();
  }

  private newAccess(): SourceAccess | undefined {
    return this.host.access(this.ref, { spec: this.spec, ...optional({ uid: this.uid }) }, () => this.want());
  }

  /** Another address, or another CatalogSource of the same name, is another catalog: nothing of the old one is offered under it. */
  private moveTo(access: SourceAccess | undefined): void {
    this.interrupt();
    const old = this.access?.source;
    if (old !== undefined) void this.host.cache.forget(old).catch(() => undefined);
    this.access?.close();
    this.access = access;
    this.stored = undefined;
    this.unusable = undefined;
    this.configMap = undefined;
    this.state = firstRead(this.host.clock.now());
    this.opened = this.open();
  }

  private interrupt(): void {
    this.abort.abort();
    this.abort = new AbortController();
    this.cancelTimer();
    this.state = { ...this.state, reading: false, again: false };
  }

  private async open(): Promise<void> {
    const { signal } = this.abort;
    const source = this.access?.source;
    // What cannot be opened is read again.
    const stored =
      source === undefined ? undefined : await this.host.cache.open(source).catch(() => undefined);
    if (signal.aborted) return;
    this.stored ??= stored;
    this.publish();
    this.schedule();
  }

  private want(): void {
    this.state = wantRead(this.state, this.host.clock.now());
    this.schedule();
  }

  private schedule(): void {
    this.cancelTimer();
    if (this.isSettled()) this.release();
    const { nextAt, reading } = this.state;
    if (this.access === undefined || this.held || this.spec.disabled) return;
    if (reading || nextAt === undefined) return;
    this.cancelTimer = this.host.clock.setTimer(
      Math.max(0, nextAt - this.host.clock.now()),
      () => void this.read(),
    );
  }

  /** Never rejects. */
  private async read(): Promise<void> {
    const { access, abort } = this;
    if (access === undefined) return;
    const isOver = (): boolean => abort.signal.aborted;
    await this.opened;
    if (isOver() || this.state.reading) return;
    this.state = readBegan(this.state);
    this.publish();
    const configMap = access.configMap?.();
    const started = this.host.clock.now();
    try {
      const brought = await this.bring(access, abort.signal);
      if (isOver()) {
        // The cache has it already in place of what was there.
        if (brought.kind === 'read' && isSameSource(access.source, this.source)) this.stored = brought.stored;
        return;
      }
      this.take(brought, this.host.clock.now() - started);
      this.configMap = configMap;
    } catch (error) {
      if (isOver()) return;
      this.fail(error);
    }
    this.publish();
    this.schedule();
  }

  private bring(access: SourceAccess, signal: AbortSignal): Promise<Brought> {
    const known = this.unusable?.version ?? this.stored?.version;
    return access.inTurn(signal, async () => {
      const limit = new AbortController();
      const cancel = this.host.clock.setTimer(LONGEST_READ_MS, () =>
        limit.abort(
          new SourceError('unreachable', 'reading it took longer than 20 minutes and was given up'),
        ),
      );
      try {
        return await access.bring({ known, signal: AbortSignal.any([signal, limit.signal]) });
      } finally {
        cancel();
      }
    });
  }

  private take(brought: Brought, ms: number): void {
    if (brought.kind === 'unusable') this.unusable = brought;
    if (brought.kind === 'read') {
      this.stored = brought.stored;
      this.unusable = undefined;
    }
    if (this.unusable !== undefined) throw this.unusable.error;
    const lookMs = brought.kind === 'unchanged' ? ms : 0;
    this.state = readAnswered(this.state, this.spec, this.moment(), lookMs);
    if (brought.kind === 'read') this.host.onRead(this.present(), ms);
  }

  private fail(error: unknown): void {
    const before = this.state.problem?.message;
    this.state = readFailed(this.state, readFailureOf(error), this.spec, this.moment());
    if (this.state.problem?.message !== before) this.host.onProblem(this.present(), error);
  }

  private moment(): Moment {
    const { clock } = this.host;
    return { now: clock.now(), random: () => clock.random() };
  }

  private isSettled(): boolean {
    const { checkedAt, problem } = this.state;
    const idle = this.access === undefined || this.held || this.spec.disabled;
    return idle || checkedAt !== undefined || problem !== undefined;
  }

  private release(): void {
    for (const resolve of this.waiters.splice(0)) resolve();
  }

  /** A catalog stays the same object while nothing about it changes that others are told; how reading goes is live. */
  private present(): Catalog {
    const stored = this.spec.disabled ? undefined : this.stored;
    const { error } = this.unusable ?? {};
    const reading = (): SourceReading => this.reading();
    const { packages, warnings, readAt, digest } = stored ?? NOTHING;
    return {
      ref: this.ref,
      packages,
      warnings: error instanceof NothingUsable ? error.warnings : warnings,
      readAt,
      digest,
      ...optional({ stored }),
      get reading() {
        return reading();
      },
    };
  }

  private reading(): SourceReading {
    const { checkedAt, problem, reading, nextAt } = this.state;
    const due = nextAt !== undefined && nextAt <= this.host.clock.now();
    return {
      fetching: this.access !== undefined && !this.spec.disabled && (reading || due),
      ...optional({ checkedAt, problem, configMap: this.configMap }),
    };
  }

  private publish(): void {
    const { checkedAt, problem, configMap } = this.reading();
    const told = stableJson([
      [this.stored?.digest, this.stored?.readAt, checkedAt === undefined, this.spec.disabled],
      [problem?.kind, problem?.message, configMap, this.access?.source.address],
    ]);
    if (told === this.told) return;
    this.told = told;
    this.offered = this.present();
    this.host.onChange(this.ref);
  }
}

/** What decides how a source is read, and when. */
function readBy({ place, pollMs, disabled, refresh }: SourceSpec): string {
  return stableJson([place, pollMs, disabled, refresh]);
}
