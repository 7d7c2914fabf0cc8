/**
 * Every condition type and reason that our controller writes. Names are OLM's, since tools match on them (OLM 82); those of our
 * own are marked. What a reason means and what to do about it says `reason-words.ts`.
 */

/** Why a ClusterServiceVersion is in its phase. */
export const csvReasons = [
  'RequirementsUnknown',
  'RequirementsNotMet',
  'AllRequirementsMet',
  'OwnerConflict',
  'InstallComponentFailed',
  'InstallComponentFailedNoRetry',
  'InvalidInstallStrategy',
  'InstallWaiting',
  'InstallSucceeded',
  'InstallCheckFailed',
  'ComponentUnhealthy',
  'BeingReplaced',
  'Replaced',
  'NeedsReinstall',
  'NoOperatorGroup',
  'TooManyOperatorGroups',
  'UnsupportedOperatorGroup',
  'NoTargetNamespaces',
  'InvalidInstallModes',
  'InterOperatorGroupOwnerConflict',
  'CannotModifyStaticOperatorGroupProvidedAPIs',
  'DetectedClusterChange',
  'OperatorConditionNotUpgradeable',
  // Ours: an entry of the history that names what of the bundle was not installed.
  'PartsLeftOut',
] as const;
/** A reason that our controller may write into the status of a CSV (OLM 60). */
export type CsvReason = (typeof csvReasons)[number];

/** Reasons of the conditions of Subscriptions, InstallPlans and OperatorGroups, and of CatalogSource status. */
export const conditionReasons = [
  'AllCatalogSourcesHealthy',
  'UnhealthyCatalogSourceFound',
  'NoCatalogSourcesFound',
  'ConstraintsNotSatisfiable',
  'ErrorPreventedResolution',
  'InstallPlanNotYetReconciled',
  'RequiresApproval',
  'Installing',
  'ReferencedInstallPlanNotFound',
  'InstallComponentFailed',
  'InstallCheckFailed',
  'MultipleOperatorGroupsFound',
  'ServiceAccountNotFound',
  // Ours: of a controller that installs with the rights of accounts alone.
  'ServiceAccountNeeded',
  'SpecInvalidError',
  'ConfigMapError',
  'RegistryServerError',
  'InvalidIntervalError',
  // Ours: of CatalogSource condition ContentRead.
  'Read',
  'ReadFailed',
  'Reading',
  'UnpackingInProgress',
  'BundleUnpackFailed',
  'ErrorPreventedUnpacking',
  // Ours: of InstallPlan condition PartsLeftOut.
  'NotSupported',
] as const;
type ConditionReason = (typeof conditionReasons)[number];

/** What people read of a condition; English. */
export interface ConditionWords {
  label: string;
  /** What it means when the condition is True. */
  means: string;
}

/** Condition types of Subscriptions, InstallPlans, CatalogSources and OperatorGroups, with English words for people. */
export const conditionTypes = {
  CatalogSourcesUnhealthy: {
    label: 'Catalog unhealthy',
    means: 'The catalog that the subscription uses is missing or cannot be read.',
  },
  ResolutionFailed: {
    label: 'Resolution failed',
    means: 'No version could be chosen; the message names what stands in the way.',
  },
  PackageDeprecated: {
    label: 'Package deprecated',
    means: 'The package is deprecated; see the message for a replacement.',
  },
  ChannelDeprecated: {
    label: 'Channel deprecated',
    means: 'The channel is deprecated; see the message for a replacement.',
  },
  BundleDeprecated: {
    label: 'Version deprecated',
    means: 'The installed version is deprecated; see the message for a replacement.',
  },
  Deprecated: {
    label: 'Deprecated',
    means: 'The package, the channel, or the installed version is deprecated.',
  },
  BundleUnpacking: {
    label: 'Being unpacked',
    means: 'The image of the chosen version is being pulled and unpacked.',
  },
  BundleUnpackFailed: {
    label: 'Unpack failed',
    means: 'The image of the chosen version cannot be pulled or holds no bundle; the message says why.',
  },
  InstallPlanPending: {
    label: 'Plan pending',
    means: 'The latest install plan is waiting for approval or at work.',
  },
  InstallPlanFailed: {
    label: 'Plan failed',
    means: 'The latest install plan could not be carried out; its message says why.',
  },
  InstallPlanMissing: {
    label: 'Plan missing',
    means: 'The latest install plan was deleted.',
  },
  Installed: {
    label: 'Installed',
    means: 'Everything that the plan brings is in the cluster.',
  },
  PartsLeftOut: {
    label: 'Partially installed',
    means: 'The operator was installed without some parts of its bundle; the message names them.',
  },
  ContentRead: {
    label: 'Content read',
    means: 'The content of the catalog has been read; the message says how much there is.',
  },
  MultipleOperatorGroup: {
    label: 'Several operator groups',
    means: 'The namespace has more than one OperatorGroup, so no operator can be installed in it.',
  },
  OperatorGroupServiceAccount: {
    label: 'ServiceAccount missing',
    means: 'The OperatorGroup limits installs to the permissions of a ServiceAccount that does not exist.',
  },
} as const satisfies Record<string, ConditionWords>;
/** Words for a condition type; undefined for types of others. */
export function conditionWords(type: string): ConditionWords | undefined {
  return Object.hasOwn(conditionTypes, type)
    ? conditionTypes[type as keyof typeof conditionTypes]
    : undefined;
}

/** A condition of ours, so that none is written that nobody has words for. */
export interface OwnCondition {
  type: keyof typeof conditionTypes;
  reason: ConditionReason;
}

/** What to do where the controller has no rights of its own to install with. */
export const ACCOUNT_NEEDED =
  'this controller installs only with the rights of a ServiceAccount: name one in spec.serviceAccountName of the OperatorGroup';
