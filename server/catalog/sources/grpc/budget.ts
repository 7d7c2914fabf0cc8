/** How many bytes a server may answer with, over all calls together: what it says of itself is no bound. */
import { SourceError } from '../reader.ts';
import type { RegistryClient } from './client.ts';

const MB = 1024 * 1024;

/** A bound in bytes for a series of calls. */
export class Budget {
  private readonly client: Pick<RegistryClient, 'received'>;
  private readonly what: string;
  private readonly most: number;
  private readonly before: number;

  /**
   * Counts from now on.
   * @param what `The catalog at … lists`
   */
  constructor(client: Pick<RegistryClient, 'received'>, what: string, most: number) {
    this.client = client;
    this.what = what;
    this.most = most;
    this.before = client.received();
  }

  /** To be asked after each answer. @throws SourceError `limit` */
  check(): void {
    if (this.client.received() - this.before <= this.most) return;
    const size = `${String(Math.floor(this.most / MB))} MB`;
    throw new SourceError('limit', `${this.what} more than ${size}, which is more than is read.`);
  }

  /** @throws SourceError `limit` */
  requireFewer(count: number, most: number, things: string): void {
    if (count > most) throw new SourceError('limit', `${this.what} more than ${String(most)} ${things}.`);
  }
}
