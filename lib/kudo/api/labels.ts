/**
 * Words that packages, users and KUDO's own tools match on: labels, annotations, finalizers, names of plans.
 * Source: KUDO `pkg/util/kudo/{labels,annotations,constants}.go`.
 */

/** `kudo` on everything that an instance made. */
export const HERITAGE_LABEL = 'heritage';
/** Value of `heritage`. */
export const HERITAGE = 'kudo';
/** Name of the operator. */
export const OPERATOR_LABEL = 'kudo.dev/operator';
/** Name of the instance. */
export const INSTANCE_LABEL = 'kudo.dev/instance';

/** The plan that applied the object last. */
export const PLAN_ANNOTATION = 'kudo.dev/plan';
/** Where in that plan: the outer of two. */
export const PHASE_ANNOTATION = 'kudo.dev/phase';
/** Where in that plan: the inner of two. */
export const STEP_ANNOTATION = 'kudo.dev/step';
/** Version of the operator, on pod templates too: only it may restart pods. */
export const OPERATOR_VERSION_ANNOTATION = 'kudo.dev/operator-version';
/** The run that applied the object last. */
export const PLAN_UID_ANNOTATION = 'kudo.dev/last-plan-execution-uid';
/** The object as it was applied last: what is not in the template any more is taken away (KUDO 62). */
export const LAST_APPLIED_ANNOTATION = 'kudo.dev/last-applied-configuration';
/** On pod templates: hash of the configuration that the pods read (KUDO 80). */
export const DEPENDENCIES_HASH_ANNOTATION = 'kudo.dev/dependencies-hash';
/** On an object: does not count for such hashes. */
export const SKIP_HASH_ANNOTATION = 'kudo.dev/skip-hash-calculation';
/** On pods of Pipe tasks: their deletion is nobody's news (KUDO 60). */
export const PIPE_POD_ANNOTATION = 'kudo.dev/pipepod';

/** Holds an instance until its plan `cleanup` has ended. */
export const CLEANUP_FINALIZER = 'kudo.dev.instance.cleanup';

/** The plan of a new instance; every operator has it. */
export const DEPLOY_PLAN = 'deploy';
/** The plan for changed parameters that name none. */
export const UPDATE_PLAN = 'update';
/** The plan for a new OperatorVersion. */
export const UPGRADE_PLAN = 'upgrade';
/** The plan of an instance that is being deleted; only the controller schedules it. */
export const CLEANUP_PLAN = 'cleanup';

/** On an OperatorVersion: `ParameterForm` as JSON, which the API has no fields for (KUDO 5). */
export const PARAMETER_FORM_ANNOTATION = 'capstan.dev/parameter-form';
/** On an OperatorVersion, and in `operator.yaml`: operators of OLM's format that it needs, as `neededOperators` reads them. */
export const NEEDED_OPERATORS_ANNOTATION = 'capstan.dev/needs-operators';
/** On an Instance: JSON list of plans that run after the one that runs now. */
export const QUEUED_PLANS_ANNOTATION = 'capstan.dev/queued-plans';
/** On an Instance: uid of the run that is to be aborted. */
export const ABORT_ANNOTATION = 'capstan.dev/abort-plan';
/** On an Instance: uid of the failed run that is to go on from its failed step. */
export const RETRY_ANNOTATION = 'capstan.dev/retry-plan';
/** Inside what an object says was applied last: its long texts are not there, since annotations have a limit. */
export const SHORTENED_ANNOTATION = 'capstan.dev/shortened';
/** `false` on a Job: a changed template is a change that is refused, not a new Job. */
export const RECREATE_ANNOTATION = 'capstan.dev/recreate';
/** On an Instance, `true`: plans asked for at once run one after another, instead of being refused. */
export const QUEUE_ANNOTATION = 'capstan.dev/queue-plans';
/** On an Instance, `true`: it goes without its plan `cleanup`, such as where that fails. */
export const SKIP_CLEANUP_ANNOTATION = 'capstan.dev/skip-cleanup';
/** On an Instance: its spec as it was taken last, where no webhook takes or refuses what is written. */
export const TAKEN_ANNOTATION = 'capstan.dev/taken-spec';
/** On an Instance, before the name of a plan: when it runs, as cron has it, in UTC. */
export const SCHEDULE_PREFIX = 'capstan.dev/schedule.';
/** On an Instance: when each scheduled plan was due last; JSON, by plan. */
export const SCHEDULED_ANNOTATION = 'capstan.dev/scheduled';
/** On an Instance: what its author was found to be allowed; `AuthorReview` as JSON. Nobody else's word is taken for it. */
export const REVIEWED_ANNOTATION = 'capstan.dev/reviewed';
/** On objects of the cluster: namespace of their instance, whose name alone says too little. */
export const INSTANCE_NAMESPACE_LABEL = 'capstan.dev/instance-namespace';
/** Holds an instance that has made objects of the cluster until they are gone: they have no owner. */
export const CLUSTER_FINALIZER = 'capstan.dev/cluster-objects';
