/** The same as an action of ours, as a command of KUDO's own plugin for kubectl (`kubectl kudo`). */
import { shellWord } from '../../k8s/change-text.ts';
import type { KudoOperatorVersion } from '../api/types.ts';
import type { InstanceWish } from './package-view.ts';

/** `install` and `upgrade` name the package and its version; `update` only changes values. */
export interface PluginCommand extends InstanceWish {
  verb: 'install' | 'upgrade' | 'update';
  version: KudoOperatorVersion;
  createNamespace?: boolean;
}

/** One line for a POSIX shell; undefined where the plugin has no way to say it: it takes no empty values (KUDO 36). */
export function kudoCommand(action: PluginCommand): string | undefined {
  const { verb, version, namespace, name, values, createNamespace = false } = action;
  const entries = Object.entries(values);
  if (entries.some(([parameter, text]) => parameter === '' || text === '')) return undefined;
  const { operator, version: own, appVersion = '' } = version.spec;
  const words = [
    ...['kubectl', 'kudo', verb],
    ...(verb === 'update' ? [] : [operator.name ?? '']),
    ...['--instance', name, '--namespace', namespace],
    ...(verb === 'update' ? [] : ['--operator-version', own]),
    ...(verb === 'update' || appVersion === '' ? [] : ['--app-version', appVersion]),
    ...(createNamespace ? ['--create-namespace'] : []),
    ...entries.flatMap(([parameter, text]) => ['-p', `${parameter}=${text}`]),
  ];
  return words.map(shellWord).join(' ');
}
