/** Turns what goes wrong on the way to a server into SourceErrors that name the server and what to do. */
import { optional } from '#lib/base/loose.ts';
import { codeOf } from '#server/kube/network-errors.ts';
import { SourceError, type SourceErrorKind } from '../sources/reader.ts';

const REACH = 'Check the address, and that it can be reached from the controller.';
const RETRIED = 'Retrying shortly.';
const CA = 'If the authority is your own, give its certificate to the controller.';

const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection. Check that the server is running and the port is right.',
  ECONNRESET: `cut the connection. ${RETRIED}`,
  EPIPE: `cut the connection. ${RETRIED}`,
  UND_ERR_SOCKET: `cut the connection. ${RETRIED}`,
  EHOSTUNREACH: `cannot be reached over the network. ${REACH}`,
  ENETUNREACH: `cannot be reached over the network. ${REACH}`,
  ENOTFOUND: `is a host name that does not resolve. ${REACH}`,
  ENODATA: `is a name without an address. ${REACH}`,
  EAI_AGAIN: 'could not be looked up. Check the name server of the controller.',
  ETIMEDOUT: `did not accept the connection in time. ${REACH}`,
  UND_ERR_CONNECT_TIMEOUT: `did not accept the connection in time. ${REACH}`,
  UND_ERR_HEADERS_TIMEOUT: `did not answer in time. ${RETRIED}`,
  UND_ERR_BODY_TIMEOUT: `stopped in the middle of an answer. ${RETRIED}`,
  CERT_HAS_EXPIRED: 'shows a certificate that has expired. Renew it.',
  CERT_NOT_YET_VALID: 'shows a certificate that is not valid yet. Check the clocks of both machines.',
  DEPTH_ZERO_SELF_SIGNED_CERT: `shows a certificate that signed itself. ${CA}`,
  SELF_SIGNED_CERT_IN_CHAIN: `shows a certificate of an authority that is not trusted. ${CA}`,
  UNABLE_TO_GET_ISSUER_CERT: `shows a certificate of an authority that is not trusted. ${CA}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `shows a certificate of an authority that is not trusted. ${CA}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `shows a certificate of an authority that is not trusted. ${CA}`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'shows a certificate that was made for another name. Check the address.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak TLS. Check whether the address should begin with http://.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'does not speak TLS. Check whether the address should begin with http://.',
  HPE_INVALID_CONSTANT: 'does not speak HTTP. Check whether the address should begin with https://.',
  HPE_INVALID_VERSION: 'does not speak HTTP/1. Check that the address is one of a web server.',
  UND_ERR_HEADERS_OVERFLOW: 'sent more headers than are read. Check that the address is the right one.',
};

/** @param server host or URL, for the message. Errors that are SourceErrors already stay as they are. */
export function sourceErrorOf(error: unknown, server: string): SourceError {
  if (error instanceof SourceError) return error;
  const code = codeOf(error);
  const known =
    explanations[code] ??
    (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code) ? `broke off the TLS handshake. ${CA}` : undefined);
  return new SourceError('unreachable', `${server} ${known ?? `could not be reached. ${REACH}`}`, {
    cause: error,
  });
}

interface Status {
  status: number;
  headers: Readonly<Record<string, string>>;
}

/**
 * Of an answer that is no success. Says nothing of its body.
 * @param what names what was asked for, such as `https://host/path`
 */
export function failureOfStatus({ status, headers }: Status, what: string, now: number): SourceError {
  const [kind, words] = explainStatus(status);
  const retryAfterMs = status === 429 || status >= 500 ? retryAfter(headers['retry-after'], now) : undefined;
  return new SourceError(kind, `${what} answered ${String(status)}: ${words}`, optional({ retryAfterMs }));
}

function explainStatus(status: number): [SourceErrorKind, string] {
  switch (status) {
    case 401:
      return [
        'denied',
        'credentials are missing or wrong. Give the CatalogSource a Secret with credentials.',
      ];
    case 403:
    case 407:
      return ['denied', 'access is not allowed. Check the credentials and their permissions.'];
    case 404:
    case 410:
      return ['missing', 'not found. Check the spelling of the address.'];
    case 429:
      return ['throttled', 'too many requests. Retrying when the server allows.'];
    default:
      return status >= 500
        ? ['unreachable', `the server failed. ${RETRIED}`]
        : ['invalid', 'this is no answer of a catalog. Check the address.'];
  }
}

const LONGEST_WAIT_MS = 24 * 3_600_000;

/** `Retry-After`: seconds, or a date. In ms, at most a day. */
function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, LONGEST_WAIT_MS) : undefined;
}
