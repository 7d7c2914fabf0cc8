/**
 * The etcd operator: makes etcd clusters, replaces members that are lost, grows, shrinks and upgrades them one member at a
 * time, keeps their keys and brings them back. It needs no more rights than its bundle asks for.
 */
import { operate } from '../kit/run.ts';
import { backupController } from './backup-controller.ts';
import { clusterController } from './cluster-controller.ts';
import { restoreController } from './restore-controller.ts';
import { MANAGER } from './settings.ts';
import type { EtcdOperatorSettings } from './settings.ts';

/** Runs until the signal fires. Rejects only when it could not start at all. */
export async function run(settings: EtcdOperatorSettings): Promise<void> {
  const { ownNamespace: namespace } = settings;
  await operate({
    ...settings,
    name: MANAGER,
    ...(namespace !== undefined && { leader: { namespace, name: MANAGER } }),
    controllers: [clusterController(settings), backupController(settings), restoreController(settings)],
  });
}
