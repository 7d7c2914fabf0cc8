'use client';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Badge } from '#components/ui/badge.tsx';
import { cx } from '#components/ui/cx.ts';
import { isDictionary } from '#lib/schema-form/schema/path.ts';
import { propertyOf } from '#lib/schema-form/schema/schema.ts';
import type { GroupsOf } from '#lib/schema-form/layout/widget-types.ts';
import { titleOf } from '#lib/schema-form/schema/titles.ts';
import { useForm } from '../../state/form-model.ts';
import { useUi } from '../../state/use-ui.ts';
import { partAt, type Parts, Rest } from './parts.tsx';

type GroupName =
  'main' | 'scheduling' | 'security' | 'storage' | 'network' | 'health' | 'privileges' | 'profiles';

type Groups = readonly (readonly [GroupName, readonly string[]])[];

/** What belongs together; the first group stands open, what is in none of them comes last. */
const GROUPS: Readonly<Record<GroupsOf, Groups>> = {
  podSpec: [
    [
      'main',
      [
        'containers',
        'initContainers',
        'serviceAccountName',
        'imagePullSecrets',
        'restartPolicy',
        'terminationGracePeriodSeconds',
      ],
    ],
    [
      'scheduling',
      [
        ...['nodeSelector', 'affinity', 'tolerations', 'topologySpreadConstraints', 'priorityClassName'],
        ...[
          'nodeName',
          'schedulerName',
          'runtimeClassName',
          'priority',
          'preemptionPolicy',
          'schedulingGates',
        ],
        ...['overhead', 'os', 'resourceClaims'],
      ],
    ],
    ['storage', ['volumes']],
    [
      'security',
      [
        ...[
          'securityContext',
          'automountServiceAccountToken',
          'hostNetwork',
          'hostPID',
          'hostIPC',
          'hostUsers',
        ],
        'shareProcessNamespace',
      ],
    ],
    [
      'network',
      [
        ...['dnsPolicy', 'dnsConfig', 'hostAliases', 'hostname', 'subdomain', 'setHostnameAsFQDN'],
        ...['enableServiceLinks', 'readinessGates'],
      ],
    ],
  ],
  container: [
    ['main', ['name', 'image', 'imagePullPolicy', 'command', 'args', 'env', 'envFrom', 'ports', 'resources']],
    ['storage', ['volumeMounts', 'volumeDevices']],
    ['health', ['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle']],
    ['security', ['securityContext']],
  ],
  securityContext: [
    [
      'main',
      ['runAsNonRoot', 'runAsUser', 'runAsGroup', 'fsGroup', 'fsGroupChangePolicy', 'supplementalGroups'],
    ],
    [
      'privileges',
      ['privileged', 'allowPrivilegeEscalation', 'readOnlyRootFilesystem', 'capabilities', 'procMount'],
    ],
    [
      'profiles',
      [
        'seccompProfile',
        'appArmorProfile',
        'seLinuxOptions',
        'seLinuxChangePolicy',
        'windowsOptions',
        'sysctls',
      ],
    ],
  ],
};

/** An object of dozens of fields, in the order in which people think of them. */
export function GroupsContent({ of, ...parts }: Parts & { readonly of: GroupsOf }): ReactNode {
  const groups = GROUPS[of];
  const grouped = new Set(groups.flatMap(([, names]) => names));
  return (
    <>
      {groups.map(([group, names], index) => (
        <Group key={group} {...parts} group={group} names={names} always={index === 0} />
      ))}
      <Rest {...parts} omit={grouped} />
    </>
  );
}

interface GroupProps extends Parts {
  readonly group: GroupName;
  readonly names: readonly string[];
  /** Without a heading that closes it. */
  readonly always: boolean;
}

function Group({ group, names, always, ...parts }: GroupProps): ReactNode {
  const t = useTranslations('schema-form');
  const { field, path, value } = parts;
  const isSet = (name: string): boolean => isDictionary(value) && Object.hasOwn(value, name);
  const there = names.filter((name) => propertyOf(field, name) !== undefined || isSet(name));
  const count = there.filter(isSet).length;
  // No key of a document begins like this, so it can stand for the group beside the fields.
  const [chosen, setOpen] = useUi('open', [...path, `\u0000${group}`]);
  const [reveal] = useUi('reveal', path);
  const isWanted = reveal !== undefined && there.some((name) => name === reveal.step);
  useEffect(() => {
    if (isWanted) setOpen(true);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- each search or error points anew, even at the same field
  }, [reveal]);
  if (there.length === 0) return null;
  const rows = there.map((name) => <Row key={name} {...partAt(parts, name)} parent={parts} name={name} />);
  if (always) return rows;
  const open = chosen ?? (isWanted || count > 0);
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-expanded={open}
        className="flex w-full items-center gap-1.5 rounded-md border border-dashed border-line px-2 py-1.5 text-start text-muted hover:border-line-strong hover:bg-hover hover:text-text"
        onClick={() => setOpen(!open)}
      >
        <ChevronRight
          aria-hidden
          className={cx('size-4 shrink-0 transition-transform', open && 'rotate-90')}
        />
        <span className="font-medium">{t(`objects.groups.${group}`)}</span>
        {count === 0 ? null : <Badge>{t('set', { count })}</Badge>}
      </button>
      {open ? <div className="flex flex-col gap-4 py-4">{rows}</div> : null}
    </div>
  );
}

function Row({
  parent,
  name,
  ...part
}: Parts & { readonly parent: Parts; readonly name: string }): ReactNode {
  const { Field } = useForm();
  const own = part.descriptors.own;
  if (own?.hidden === true && part.value === undefined) return null;
  return (
    <Field
      {...part}
      title={own?.displayName ?? titleOf(name)}
      help={own?.description ?? part.field.description}
      required={parent.field.required.has(name)}
    />
  );
}
