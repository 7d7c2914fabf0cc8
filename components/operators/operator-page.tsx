'use client';
import { Plus, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useEffect, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useWatch, useWatchOne } from '#components/data/use-watch.ts';
import { AbsentObject, ObjectPage, ObjectParts } from '#components/frame/object-page.tsx';
import { OperatorIcon } from '#components/olm/operator-icon.tsx';
import { StateText } from '#components/olm/state-text.tsx';
import { useMay, useMayEach } from '#components/frame/rights.tsx';
import { useScope } from '#components/frame/use-scope.ts';
import { ObjectYaml } from '#components/frame/object-yaml.tsx';
import { LinkButton, Button } from '#components/ui/button.tsx';
import { Menu } from '#components/ui/layers/menu.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { SkeletonRows } from '#components/ui/skeleton.tsx';
import { PageSkeleton } from '#components/ui/page-skeleton.tsx';
import { checkOf, type AccessCheck } from '#lib/access.ts';
import { resources } from '#lib/k8s/resources.ts';
import { copiedFrom } from '#lib/olm/api/labels.ts';
import { csvState, ownedApis, subscriptionOf, type OwnedApi } from '#lib/olm/views/operator-view.ts';
import { takenOverBy } from '#lib/olm/views/taken-over.ts';
import type { ClusterServiceVersion, InstallPlan, Subscription } from '#lib/olm/api/types.ts';
import { urls, type OperatorTab } from '#lib/urls.ts';
import { OperatorEvents } from './operator-events.tsx';
import { OperatorOverview } from './operator-overview.tsx';
import { SubscriptionTab } from './subscription-tab.tsx';
import { iconRef } from './use-operators.ts';

/** Few people open it, and it follows all bindings of the cluster. */
const PermissionsTab = dynamic(async () => (await import('./permissions-tab.tsx')).PermissionsTab, {
  ssr: false,
  loading: () => <SkeletonRows rows={4} />,
});

interface OperatorPageProps {
  readonly namespace: string;
  /** Name of the CSV. */
  readonly name: string;
}

/** One installed operator: its state, its kinds, its Subscription. */
export function OperatorPage({ namespace, name }: OperatorPageProps): ReactNode {
  const csv = useWatchOne<ClusterServiceVersion>(resources.clusterServiceVersions, { namespace, name });
  const subscriptions = useWatch<Subscription>({ resource: resources.subscriptions, namespace });
  const plans = useWatch<InstallPlan>({ resource: resources.installPlans, namespace });
  return (
    <ObjectPage
      result={csv}
      resource={resources.clusterServiceVersions}
      namespace={namespace}
      skeleton={<PageSkeleton icon tabs={5} />}
      absent={<Gone namespace={namespace} name={name} subscriptions={subscriptions.items} />}
    >
      {(item) => (
        <Operator csv={item} subscription={subscriptionOf(item, subscriptions.items)} plans={plans.items} />
      )}
    </ObjectPage>
  );
}

interface GoneProps extends OperatorPageProps {
  readonly subscriptions: readonly Subscription[];
}

/** After an upgrade the old version is gone: who was looking at it is taken to the new one. */
function Gone({ namespace, name, subscriptions }: GoneProps): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  const router = useRouter();
  const newer = takenOverBy(name, subscriptions);
  const href = newer === undefined ? undefined : urls.operator({ namespace, name: newer }, scope);
  useEffect(() => {
    if (href !== undefined) router.replace(href);
  }, [href, router]);
  if (href !== undefined) return <PageSkeleton icon tabs={5} />;
  return (
    <AbsentObject
      title={t('notHere', { name, namespace })}
      list={{ label: t('operators'), href: urls.operators(scope) }}
    >
      {t('notHereWhy')}
    </AbsentObject>
  );
}

interface OperatorProps {
  readonly csv: ClusterServiceVersion;
  readonly subscription: Subscription | undefined;
  readonly plans: readonly InstallPlan[];
}

function Operator({ csv, subscription, plans }: OperatorProps): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  const { namespace = '', name } = csv.metadata;
  return (
    <>
      <Header csv={csv} subscription={subscription} />
      <ObjectParts<OperatorTab>
        label={t('partsOfPage')}
        hrefOf={(tab) => urls.operator({ namespace, name }, scope, tab)}
        parts={[
          {
            id: 'overview',
            label: t('tab.overview'),
            content: () => <OperatorOverview csv={csv} subscription={subscription} plans={plans} />,
          },
          ...(copiedFrom(csv) === undefined && ownedApis(csv).length > 0
            ? [
                {
                  id: 'instances' as const,
                  label: t('tab.instances'),
                  content: () => <OperatorInstances csv={csv} />,
                },
              ]
            : []),
          {
            id: 'subscription',
            label: 'Subscription',
            content: () => <SubscriptionTab csv={csv} subscription={subscription} plans={plans} />,
          },
          {
            id: 'permissions',
            label: t('tab.permissions'),
            content: () => <PermissionsTab csv={csv} />,
          },
          {
            id: 'events',
            label: t('tab.events'),
            content: () => <OperatorEvents csv={csv} subscription={subscription} plans={plans} />,
          },
          {
            id: 'yaml',
            label: 'YAML',
            content: () => <ObjectYaml label={`ClusterServiceVersion ${name}`} objects={[csv]} tall />,
          },
        ]}
      />
    </>
  );
}

/** The two that people delete themselves; everything else goes with them. */
function uninstallChecks(csv: ClusterServiceVersion, subscription: Subscription | undefined): AccessCheck[] {
  return [
    checkOf('delete', resources.clusterServiceVersions, csv.metadata),
    ...(subscription === undefined
      ? []
      : [checkOf('delete', resources.subscriptions, subscription.metadata)]),
  ];
}

function Header({ csv, subscription }: Pick<OperatorProps, 'csv' | 'subscription'>): ReactNode {
  const t = useTranslations('operators');
  const states = useTranslations('states');
  const scope = useScope();
  const denial = useMay(uninstallChecks(csv, subscription));
  const { namespace = '', name } = csv.metadata;
  const icon = iconRef(subscription);
  const home = copiedFrom(csv);
  const about = [csv.spec.version, csv.spec.provider?.name].filter(
    (part) => part !== undefined && part !== '',
  );
  return (
    <PageHeader
      breadcrumbs={[{ label: t('operators'), href: urls.operators(scope) }, { label: csv.spec.displayName }]}
      icon={<OperatorIcon size="lg" src={icon === undefined ? undefined : urls.icon(icon)} />}
      title={csv.spec.displayName === '' ? name : csv.spec.displayName}
      status={<StateText state={csvState(csv)} />}
      description={about.join(' · ')}
      actions={
        <>
          <CreateAction csv={csv} />
          <LinkButton
            href={urls.uninstall({ namespace, name }, scope)}
            icon={<Trash2 aria-hidden className="size-4" />}
            {...(home === undefined ? denial : { disabledReason: states('isCopy', { namespace: home }) })}
          >
            {t('uninstall')}
          </LinkButton>
        </>
      }
    />
  );
}

const OperatorInstances = dynamic(async () => (await import('./operator-instances.tsx')).OperatorInstances, {
  ssr: false,
});

const nothing = (): void => undefined;

/** One kind: a button. Several: a menu. */
function CreateAction({ csv }: { readonly csv: ClusterServiceVersion }): ReactNode {
  const t = useTranslations('operators');
  const scope = useScope();
  const apis = ownedApis(csv);
  const [first] = apis;
  const here = { namespace: scope.namespace ?? csv.metadata.namespace };
  const hrefOf = (api: OwnedApi): string => urls.newInstance(api, here);
  const denials = useMayEach(apis.map((api) => checkOf('create', { ...api, namespaced: true }, here)));
  if (first === undefined) return null;
  const blocked = csv.status?.phase === 'Succeeded' ? undefined : { disabledReason: t('notRunning') };
  const icon = <Plus aria-hidden className="size-4" />;
  if (apis.length === 1 || blocked !== undefined) {
    return (
      <LinkButton variant="primary" href={hrefOf(first)} icon={icon} {...(blocked ?? denials[0])}>
        {apis.length === 1 ? t('createKind', { kind: first.kind }) : t('createInstance')}
      </LinkButton>
    );
  }
  return (
    <Menu
      trigger={
        <Button variant="primary" icon={icon}>
          {t('createInstance')}
        </Button>
      }
      items={apis.map((api, index) =>
        denials[index]?.disabledReason === undefined
          ? { kind: 'link' as const, label: api.kind, href: hrefOf(api) }
          : { label: api.kind, ...denials[index], onSelect: nothing },
      )}
    />
  );
}
