/**
 * Reasons that the controllers write, for people: what it means and what to do next. The object's own message carries
 * the particulars and is shown beside it. Reasons of a real OLM that Capstan never writes are here too: the console
 * runs on such clusters.
 */

/** What a reason means, and what a person can do; English sentences. */
export interface ReasonWords {
  means: string;
  next?: string;
}

const CATALOG_NEXT = 'Look at the catalog: its source may be unreachable or broken.';
const GROUP_NEXT = 'Leave exactly one OperatorGroup in the namespace.';
const DEPLOYMENT_NEXT = 'Look at the pods and events of its Deployments.';

const WORDS: Readonly<Record<string, ReasonWords>> = {
  RequirementsUnknown: { means: 'What the operator needs has not been checked yet.' },
  RequirementsNotMet: {
    means: 'Something that the operator needs is not there.',
    next: 'Compare the requirements below with what is missing.',
  },
  AllRequirementsMet: { means: 'All that the operator needs is there.' },
  OwnerConflict: {
    means: 'Another operator already provides the same API.',
    next: 'Uninstall one of the two: only one operator can own an API.',
  },
  InterOperatorGroupOwnerConflict: {
    means: 'An operator that watches the same namespaces already provides the same API.',
    next: 'Uninstall one of the two, or narrow the namespaces of one OperatorGroup.',
  },
  CannotModifyStaticOperatorGroupProvidedAPIs: {
    means: 'The OperatorGroup has a fixed list of APIs that lacks the ones of this operator.',
    next: 'Add the APIs to the OperatorGroup, or install in another namespace.',
  },
  InstallComponentFailed: {
    means: 'A part of the operator could not be created.',
    next: 'Read the message: it names the part.',
  },
  InstallComponentFailedNoRetry: {
    means: 'A part of the operator could not be created.',
    next: 'Uninstall and install again after mending the cause.',
  },
  InvalidInstallStrategy: { means: 'The operator asks for a way of installing that is not supported.' },
  InstallWaiting: { means: 'Its Deployments are not ready yet.', next: DEPLOYMENT_NEXT },
  InstallSucceeded: { means: 'The operator runs.' },
  InstallCheckFailed: { means: 'The Deployments did not become ready in time.', next: DEPLOYMENT_NEXT },
  ComponentUnhealthy: { means: 'A Deployment of the operator is not healthy.', next: DEPLOYMENT_NEXT },
  NeedsReinstall: { means: 'What runs differs from what the operator asks for; it is being put back.' },
  BeingReplaced: { means: 'A newer version is taking over.' },
  OperatorConditionNotUpgradeable: {
    means: 'The version that runs says that it must not be replaced now.',
    next: 'It goes on by itself once that version agrees; an override in its OperatorCondition decides otherwise.',
  },
  Replaced: { means: 'A newer version has taken over.' },
  NoOperatorGroup: {
    means: 'The namespace has no OperatorGroup, so it is not clear which namespaces the operator may watch.',
    next: 'Create an OperatorGroup in the namespace.',
  },
  TooManyOperatorGroups: { means: 'The namespace has more than one OperatorGroup.', next: GROUP_NEXT },
  MultipleOperatorGroupsFound: { means: 'The namespace has more than one OperatorGroup.', next: GROUP_NEXT },
  UnsupportedOperatorGroup: {
    means: 'The operator does not support watching the namespaces that the OperatorGroup names.',
    next: 'Install it in a namespace whose OperatorGroup fits.',
  },
  NoTargetNamespaces: {
    means: 'The OperatorGroup covers no namespace.',
    next: 'Correct its namespaces or its selector.',
  },
  ServiceAccountNotFound: {
    means: 'The ServiceAccount that the OperatorGroup names is missing.',
    next: 'Create it, or take it out of the OperatorGroup.',
  },
  ConstraintsNotSatisfiable: {
    means: 'No version fits all conditions.',
    next: 'Check the names of package, channel and catalog, and that the APIs it depends on are in a catalog.',
  },
  ErrorPreventedResolution: {
    means: 'A version could not be chosen.',
    next: 'Read the message: it names what is missing.',
  },
  NoCatalogSourcesFound: { means: 'There is no catalog at all.', next: 'Add a CatalogSource.' },
  UnhealthyCatalogSourceFound: { means: 'The catalog cannot be read.', next: CATALOG_NEXT },
  ReferencedInstallPlanNotFound: {
    means: 'The InstallPlan that was being worked on is gone.',
    next: 'A new one is made; delete and install again if none appears.',
  },
  RequiresApproval: { means: 'Somebody has to approve the InstallPlan.' },
  PartsLeftOut: { means: 'Some parts of the bundle were not installed; the message names them.' },
  NotSupported: { means: 'Some parts of the bundle were not installed; the message names them.' },
  AllCatalogSourcesHealthy: { means: 'The catalog can be read.' },
  InstallPlanNotYetReconciled: { means: 'The InstallPlan has just been made.' },
  Installing: { means: 'The InstallPlan is at work.' },
  SpecInvalidError: { means: 'The catalog is described wrongly.', next: 'Correct the CatalogSource.' },
  ConfigMapError: {
    means: 'The ConfigMap of the catalog cannot be read.',
    next: 'Create it in the namespace of the CatalogSource, or correct the name.',
  },
  RegistryServerError: { means: 'The catalog cannot be read.', next: CATALOG_NEXT },
  InvalidIntervalError: {
    means: 'The interval at which the catalog is looked at is no duration; every 15 minutes is used.',
    next: 'Write it as a duration such as 15m.',
  },
  Read: { means: 'The content of the catalog has been read.' },
  ReadFailed: {
    means: 'The catalog cannot be read now; what was read before is still offered.',
    next: CATALOG_NEXT,
  },
  Reading: { means: 'The catalog is being read for the first time.' },
  BundleUnpackFailed: {
    means: 'The bundle image could not be unpacked.',
    next: 'Read the message: it names the image and what is missing. It is tried again by itself.',
  },
  ErrorPreventedUnpacking: {
    means: 'The bundle image holds nothing that can be installed.',
    next: 'Read the message; the image or the catalog has to change.',
  },
  UnpackingInProgress: { means: 'The bundle image is being unpacked.' },
  BundleUnpacking: { means: 'The bundle image is being unpacked.' },
};

/** Undefined for a reason that we do not know: show it as it is. */
export function reasonWords(reason: string | undefined): ReasonWords | undefined {
  if (reason === undefined || !Object.hasOwn(WORDS, reason)) return undefined;
  return WORDS[reason];
}
