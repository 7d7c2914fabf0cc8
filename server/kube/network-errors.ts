/** Turns failures below HTTP (names, sockets, TLS, time-outs) into KubeErrors that name the server and what to do. */
import { abortedError, KubeError, type KubeErrorKind } from './errors.ts';

interface Explanation {
  kind: KubeErrorKind;
  problem: string;
  advice: string;
}

const unavailable = (problem: string, advice: string): Explanation => ({
  kind: 'unavailable',
  problem,
  advice,
});
const timeout = (problem: string): Explanation => ({
  kind: 'timeout',
  problem,
  advice: 'Check that the cluster is reachable from this machine (VPN, firewall, proxy).',
});
const tls = (problem: string, advice: string): Explanation => ({ kind: 'unavailable', problem, advice });

const checkCa = 'Check certificate-authority-data of the cluster in the kubeconfig.';
const reach = 'Check the address and whether a VPN or proxy is needed.';

const explanations: Readonly<Record<string, Explanation>> = {
  ECONNREFUSED: unavailable(
    'refused the connection',
    'Check that the cluster is running and the address is right.',
  ),
  ECONNRESET: unavailable('cut the connection', 'The API server may be restarting. Retrying shortly.'),
  EPIPE: unavailable('cut the connection', 'The API server may be restarting. Retrying shortly.'),
  UND_ERR_SOCKET: unavailable('cut the connection', 'The API server may be restarting. Retrying shortly.'),
  EHOSTUNREACH: unavailable('cannot be reached over the network', reach),
  ENETUNREACH: unavailable('cannot be reached over the network', reach),
  ENOTFOUND: unavailable('has a host name that does not resolve', reach),
  EAI_AGAIN: unavailable(
    'has a host name that could not be looked up',
    'Check the network and its name server.',
  ),
  ETIMEDOUT: timeout('did not accept the connection in time'),
  UND_ERR_CONNECT_TIMEOUT: timeout('did not accept the connection in time'),
  UND_ERR_HEADERS_TIMEOUT: timeout('did not answer in time'),
  UND_ERR_BODY_TIMEOUT: timeout('stopped in the middle of an answer'),
  CERT_HAS_EXPIRED: tls('shows a certificate that has expired', 'Renew the certificate of the API server.'),
  CERT_NOT_YET_VALID: tls('shows a certificate that is not valid yet', 'Check the clocks of both machines.'),
  DEPTH_ZERO_SELF_SIGNED_CERT: tls('shows a certificate of an authority that is not trusted', checkCa),
  SELF_SIGNED_CERT_IN_CHAIN: tls('shows a certificate of an authority that is not trusted', checkCa),
  UNABLE_TO_GET_ISSUER_CERT: tls('shows a certificate of an authority that is not trusted', checkCa),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: tls('shows a certificate of an authority that is not trusted', checkCa),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: tls('shows a certificate of an authority that is not trusted', checkCa),
  CERT_SIGNATURE_FAILURE: tls('shows a certificate of an authority that is not trusted', checkCa),
  ERR_TLS_CERT_ALTNAME_INVALID: tls(
    'shows a certificate that was made for another name',
    'Check server and tls-server-name in the kubeconfig.',
  ),
  ERR_SSL_WRONG_VERSION_NUMBER: tls(
    'does not speak TLS',
    'Check whether the address should begin with http://.',
  ),
  EPROTO: tls(
    'broke off the TLS handshake',
    'Check the client certificate and the address in the kubeconfig.',
  ),
  HPE_INVALID_CONSTANT: unavailable(
    'does not speak HTTP',
    'Check whether the address should begin with https://.',
  ),
};

/** Codes after which a request that changes nothing may simply be sent again on a fresh connection. */
export const cutConnectionCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Any failure below HTTP as KubeError: `aborted`, `timeout` or `unavailable`; a KubeError stays as it is. @param
 * server for the sentence
 */
export function errorFromNetwork(error: unknown, server: string): KubeError {
  if (error instanceof KubeError) return error;
  const code = codeOf(error);
  if (
    code === 'ABORT_ERR' ||
    code === 'UND_ERR_ABORTED' ||
    (error instanceof Error && error.name === 'AbortError')
  ) {
    return abortedError(error);
  }
  const detail = error instanceof Error ? error.message : String(error);
  const known =
    explanations[code] ?? (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') ? brokenTls : undefined);
  const { kind, problem, advice } = known ?? unavailable('could not be reached', reach);
  return new KubeError({
    kind,
    message: `${server}: ${code === '' ? '' : `${code} `}${detail}`,
    publicMessage: `The API server at ${server} ${problem}. ${advice}`,
    reason: code,
    cause: error,
  });
}

const brokenTls = tls('broke off the TLS handshake', checkCa);

/** The code of an error or of the first cause below it that has one; AggregateErrors tell by their first. */
export function codeOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return '';
  // undici keeps the telling code (ECONNRESET and the like) in `cause` of its own socket errors.
  const inner = codeOf(error.cause, depth + 1);
  if (inner !== '') return inner;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? codeOf(error.errors[0], depth + 1) : '';
}
