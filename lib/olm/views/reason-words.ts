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

const CATALOG_NEXT = 'Check the catalog: its source may be unreachable or invalid.';
const GROUP_NEXT = 'Keep exactly one OperatorGroup in the namespace.';
const DEPLOYMENT_NEXT = 'Check the pods and events of its Deployments.';

const WORDS: Readonly<Record<string, ReasonWords>> = {
  RequirementsUnknown: { means: 'The requirements of the operator have not been checked yet.' },
  RequirementsNotMet: {
    means: 'A requirement of the operator is not satisfied.',
    next: 'Compare the requirements below with what is missing.',
  },
  AllRequirementsMet: { means: 'All requirements of the operator are satisfied.' },
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
    means: 'Could not create a part of the operator.',
    next: 'Read the message: it names the part.',
  },
  InstallComponentFailedNoRetry: {
    means: 'Could not create a part of the operator.',
    next: 'Fix the cause, then uninstall and reinstall.',
  },
  InvalidInstallStrategy: { means: 'The operator requires an install strategy that is not supported.' },
  InstallWaiting: { means: 'Its Deployments are not ready yet.', next: DEPLOYMENT_NEXT },
  InstallSucceeded: { means: 'The operator is running.' },
  InstallCheckFailed: { means: 'The Deployments did not become ready in time.', next: DEPLOYMENT_NEXT },
  ComponentUnhealthy: { means: 'A Deployment of the operator is not healthy.', next: DEPLOYMENT_NEXT },
  InvalidInstallModes: { means: 'The operator names an install mode twice.' },
  DetectedClusterChange: { means: 'Permissions may have changed: the operator is being installed again.' },
  NeedsReinstall: { means: 'The Deployment drifted from the operator’s spec and is being restored.' },
  BeingReplaced: { means: 'A newer version is replacing this one.' },
  OperatorConditionNotUpgradeable: {
    means: 'The installed version reports that it is not upgradeable.',
    next: 'The upgrade continues automatically when that version allows it, or with an override in its OperatorCondition.',
  },
  Replaced: { means: 'A newer version replaced this one.' },
  NoOperatorGroup: {
    means: 'The namespace has no OperatorGroup, which selects the watched namespaces.',
    next: 'Create an OperatorGroup in the namespace.',
  },
  TooManyOperatorGroups: { means: 'The namespace has more than one OperatorGroup.', next: GROUP_NEXT },
  MultipleOperatorGroupsFound: { means: 'The namespace has more than one OperatorGroup.', next: GROUP_NEXT },
  UnsupportedOperatorGroup: {
    means: 'The operator does not support watching the namespaces that the OperatorGroup names.',
    next: 'Install the operator in a namespace with a matching OperatorGroup.',
  },
  NoTargetNamespaces: {
    means: 'The OperatorGroup covers no namespace.',
    next: 'Correct its namespaces or its selector.',
  },
  ServiceAccountNotFound: {
    means: 'The ServiceAccount that the OperatorGroup names is missing.',
    next: 'Create the ServiceAccount, or remove it from the OperatorGroup.',
  },
  ServiceAccountNeeded: {
    means:
      'The controller installs only with the rights of a ServiceAccount, and the OperatorGroup names none.',
    next: 'Name one in its field serviceAccountName.',
  },
  ConstraintsNotSatisfiable: {
    means: 'No version satisfies all constraints.',
    next: 'Check the names of package, channel and catalog, and that the APIs it depends on are in a catalog.',
  },
  ErrorPreventedResolution: {
    means: 'Could not resolve a version.',
    next: 'Read the message: it names what is missing.',
  },
  NoCatalogSourcesFound: { means: 'No catalogs.', next: 'Add a CatalogSource.' },
  UnhealthyCatalogSourceFound: { means: 'The catalog is unavailable.', next: CATALOG_NEXT },
  ReferencedInstallPlanNotFound: {
    means: 'The current install plan was deleted.',
    next: 'A new plan is created; uninstall and reinstall if none appears.',
  },
  RequiresApproval: { means: 'The install plan is waiting for approval.' },
  PartsLeftOut: { means: 'Some parts of the bundle were not installed; the message names them.' },
  NotSupported: { means: 'Some parts of the bundle were not installed; the message names them.' },
  AllCatalogSourcesHealthy: { means: 'The catalog is available.' },
  InstallPlanNotYetReconciled: { means: 'The install plan was just created.' },
  Installing: { means: 'The install plan is running.' },
  SpecInvalidError: { means: 'The CatalogSource spec is invalid.', next: 'Correct the CatalogSource.' },
  ConfigMapError: {
    means: 'Could not read the ConfigMap of the catalog.',
    next: 'Create the ConfigMap in the namespace of the CatalogSource, or correct the name.',
  },
  RegistryServerError: { means: 'The catalog is unavailable.', next: CATALOG_NEXT },
  InvalidIntervalError: {
    means: 'The poll interval is not a valid duration; 15m is used.',
    next: 'Enter a duration such as 15m.',
  },
  Read: { means: 'The content of the catalog is loaded.' },
  ReadFailed: {
    means: 'The catalog is unreachable; its cached content is still available.',
    next: CATALOG_NEXT,
  },
  Reading: { means: 'The catalog is loading for the first time.' },
  BundleUnpackFailed: {
    means: 'The bundle image could not be unpacked.',
    next: 'Read the message: it names the image and what is missing. Capstan retries automatically.',
  },
  ErrorPreventedUnpacking: {
    means: 'The bundle image contains nothing to install.',
    next: 'Read the message, then fix the image or the catalog.',
  },
  UnpackingInProgress: { means: 'The bundle image is being unpacked.' },
  BundleUnpacking: { means: 'The bundle image is being unpacked.' },
};

/** Undefined for a reason that we do not know: show it as it is. */
export function reasonWords(reason: string | undefined): ReasonWords | undefined {
  if (reason === undefined || !Object.hasOwn(WORDS, reason)) return undefined;
  return WORDS[reason];
}
