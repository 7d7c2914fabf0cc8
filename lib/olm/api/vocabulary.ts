/**
 * Every condition type and reason that our controller writes. Names are OLM's, since tools match on them (OLM 82); those of our
 * own are marked. What they mean and what to do
 * about it is in `states.json` of each language.
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
  'InvalidWebhookDescription',
  'InstallWaiting',
  'InstallSucceeded',
  'InstallCheckFailed',
  'ComponentUnhealthy',
  'BeingReplaced',
  'Replaced',
  'NeedsCertRotation',
  'NeedsReinstall',
  'APIServiceResourceIssue',
  'APIServiceResourcesNeedReinstall',
  'APIServiceInstallFailed',
  'NoOperatorGroup',
  'TooManyOperatorGroups',
  'UnsupportedOperatorGroup',
  'NoTargetNamespaces',
  'InvalidInstallModes',
  'InterOperatorGroupOwnerConflict',
  'CannotModifyStaticOperatorGroupProvidedAPIs',
  'DetectedClusterChange',
  'OperatorConditionNotUpgradeable',
  'Copied',
  // Ours: an entry of the history that names what of the bundle was not installed.
  'PartsLeftOut',
] as const;
/** A reason that our controller may write into the status of a CSV (OLM 60). */
export type CsvReason = (typeof csvReasons)[number];

/** Reasons of the conditions of Subscriptions, InstallPlans, OperatorGroups and the OLMConfig, and of CatalogSource status. */
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
  'CopiedCSVsEnabled',
  'CopiedCSVsDisabled',
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

/** Condition types of Subscriptions, InstallPlans, CatalogSources, OperatorGroups and the OLMConfig; their words are under `states.condition`. */
export const conditionTypes = [
  'CatalogSourcesUnhealthy',
  'ResolutionFailed',
  'PackageDeprecated',
  'ChannelDeprecated',
  'BundleDeprecated',
  'Deprecated',
  'BundleUnpacking',
  'BundleUnpackFailed',
  'InstallPlanPending',
  'InstallPlanFailed',
  'InstallPlanMissing',
  'Installed',
  'PartsLeftOut',
  'ContentRead',
  'MultipleOperatorGroup',
  'OperatorGroupServiceAccount',
  'DisabledCopiedCSVs',
] as const;
/** One of `conditionTypes`. */
export type ConditionType = (typeof conditionTypes)[number];

/** A condition of ours, so that none is written that nobody has words for. */
export interface OwnCondition {
  type: ConditionType;
  reason: ConditionReason;
}

/** What to do where the controller has no rights of its own to install with. */
export const ACCOUNT_NEEDED =
  'this controller installs only with the rights of a ServiceAccount: name one in spec.serviceAccountName of the OperatorGroup';
