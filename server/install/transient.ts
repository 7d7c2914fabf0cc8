/** Which errors say nothing of what was asked for, but of the moment: they end no plan and fail no operator. */
import { isKubeError, type KubeError } from '#server/kube/errors.ts';

/** `unauthorized`: keys are exchanged, an authenticator is down; what one may not do is `forbidden`. */
export function isTransient(error: KubeError): boolean {
  return error.retryable || isKubeError(error, 'unauthorized', 'unknown', 'aborted');
}
