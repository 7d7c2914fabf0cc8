/** Addresses as Go's `net` and Kubernetes' older copy of its parser read them. Source: k8s.io/utils `net`, Go `net`. */

/** The older parser takes leading zeros: `010.0.0.1`. Its numbers end at 0xFFFFFF, which no octet is anyway. */
const SLOPPY_OCTET = /^\d+$/;
const STRICT_OCTET = /^(?:0|[1-9]\d{0,2})$/;
const GROUP = /^[\da-f]{1,4}$/i;
/** The older parser counts digits by value, so zeros may lead here too. */
const SLOPPY_GROUP = /^0*[\da-f]{1,4}$/i;

function isDotted(text: string, sloppy: boolean): boolean {
  const octets = text.split('.');
  const shape = sloppy ? SLOPPY_OCTET : STRICT_OCTET;
  return octets.length === 4 && octets.every((octet) => shape.test(octet) && Number(octet) <= 255);
}

function isColoned(text: string, sloppy: boolean): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  // Dots may only end the address: `1.2.3.4::` ends with the colons.
  const dotted = !text.endsWith('::') && groups.at(-1)?.includes('.') === true ? groups.pop() : undefined;
  if (dotted !== undefined && !isDotted(dotted, sloppy)) return false;
  const shape = sloppy ? SLOPPY_GROUP : GROUP;
  const size = groups.length + (dotted === undefined ? 0 : 2);
  return groups.every((group) => shape.test(group)) && (halves.length === 2 ? size <= 7 : size === 8);
}

/** The first mark decides what an address wants to be. */
function isAddress(text: string, sloppy: boolean): boolean {
  const mark = /[.:]/.exec(text)?.[0];
  if (mark === undefined) return false;
  return mark === '.' ? isDotted(text, sloppy) : isColoned(text, sloppy);
}

/** An IPv6 address that ends like an IPv4 one counts too. */
export function isIpv4(text: string): boolean {
  return text.includes('.') && isAddress(text, true);
}

/** An address with colons, in today's stricter reading; without a zone. */
export function isIpv6(text: string): boolean {
  return text.includes(':') && isAddress(text, false);
}

/** Whether this is an IPv4 or IPv6 address in today's stricter reading. */
export function isIp(text: string): boolean {
  return isAddress(text, false);
}

/** An address in the older parser's reading, `/`, and 0 to 32 or 128 bits; bits of the host may be set. */
export function isCidr(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash < 0) return false;
  const address = text.slice(0, slash);
  const size = text.slice(slash + 1);
  if (!/^\d+$/.test(size)) return false;
  if (isDotted(address, true)) return Number(size) <= 32;
  return isColoned(address, true) && Number(size) <= 128;
}

const MAC_SHAPES = [
  /^[\da-f]{2}(?::[\da-f]{2})+$/i,
  /^[\da-f]{2}(?:-[\da-f]{2})+$/i,
  /^[\da-f]{4}(?:\.[\da-f]{4})+$/i,
  /^[\da-f]+$/i,
];

/** Of 6, 8 or 20 bytes. */
export function isMac(text: string): boolean {
  const digits = text.replace(/[-:.]/g, '').length;
  return (digits === 12 || digits === 16 || digits === 40) && MAC_SHAPES.some((shape) => shape.test(text));
}
