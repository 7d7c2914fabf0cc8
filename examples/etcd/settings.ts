/** What the controllers of the etcd operator share. */
import type { OperatorSettings } from '../kit/settings.ts';

export interface EtcdOperatorSettings extends OperatorSettings {
  /** Its own namespace, for the Lease; without one it does not wait for others. */
  readonly ownNamespace?: string;
}

/** Its name as a field manager, in events, of its Lease. */
export const MANAGER = 'etcd-operator';
