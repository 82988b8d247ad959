const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A full-date of RFC 3339. */
export function isDate(text: string): boolean {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!found) return false;
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : (days[month - 1] ?? 0));
}

const dayMinutes = 24 * 60;

/** A full-time of RFC 3339; second 60 is the last one of a day in UTC. */
export function isTime(text: string): boolean {
  const found = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:z|([+-])(\d{2}):(\d{2}))$/i.exec(text);
  if (!found) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = [1, 2, 3, 5, 6].map((group) =>
    Number(found[group] ?? 0),
  ) as [number, number, number, number, number];
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (found[4] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  return (hour * 60 + minute - offset + dayMinutes) % dayMinutes === dayMinutes - 1;
}

/** A date-time of RFC 3339, whose separator may be a space (section 5.6). */
export function isDateTime(text: string): boolean {
  return /^[t\s]$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

const timeParts = String.raw`T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)`;
const dateParts = String.raw`(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)`;
const duration = new RegExp(`^P(?:\\d+W|${dateParts}(?:${timeParts})?|${timeParts})$`);

/** A duration of RFC 3339, appendix A. */
export function isDuration(text: string): boolean {
  return duration.test(text);
}

/** A host name of RFC 1123. */
export function isHostname(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label));
}

/** A mailbox of RFC 5321. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [name, host] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || name.length > 64 || !(isDotted(name) || isQuoted(name))) return false;
  const literal = /^\[(ipv6:)?(.*)\]$/is.exec(host);
  if (!literal) return isHostname(host);
  return literal[1] === undefined ? isIpv4(literal[2]!) : isIpv6(literal[2]!);
}

const isDotted = (text: string) => text.split('.').every((atom) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(atom));
const isQuoted = (text: string) => /^"(?:[ !#-[\]-~]|\\[ -~])*"$/.test(text);

/** An address of RFC 2673. */
export function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256);
}

/** An address of RFC 4291: eight groups, where `::` stands for zeros and the last two may be an IPv4 address. */
export function isIpv6(text: string): boolean {
  const last = text.slice(text.lastIndexOf(':') + 1);
  const groups = last.includes('.') ? (isIpv4(last) ? `${text.slice(0, -last.length)}0:0` : '') : text;
  const halves = groups.split('::');
  const listed = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const isWritten = listed.every((group) => /^[\da-f]{1,4}$/i.test(group));
  return isWritten && (halves.length === 1 ? listed.length === 8 : halves.length === 2 && listed.length < 8);
}

/** A UUID of RFC 4122. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);
}

/** The parts of a reference (RFC 3986, appendix B). */
const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

/** A URI reference of RFC 3986. */
export function isUriReference(text: string): boolean {
  const [, scheme, authority, path = '', query = '', fragment = ''] = parts.exec(text) ?? [];
  if (scheme !== undefined && !/^[a-z][a-z\d+.-]*$/i.test(scheme)) return false;
  return (
    text.charAt(0) !== ':' &&
    (authority === undefined || isAuthority(authority)) &&
    isMadeOf(path, ':@/') &&
    isMadeOf(query, ':@/?') &&
    isMadeOf(fragment, ':@/?')
  );
}

/** A URI of RFC 3986. */
export function isUri(text: string): boolean {
  return isUriReference(text) && /^[^/?#]+:/.test(text);
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1).replace(/:\d*$/, '');
  const isHost = host.startsWith('[') && host.endsWith(']') ? isAddress(host.slice(1, -1)) : isMadeOf(host, '');
  return isHost && isMadeOf(authority.slice(0, Math.max(at, 0)), ':');
}

const isAddress = (text: string) => isIpv6(text) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(text);

/** Whether a text has characters that a URI may hold, escapes, and `others` alone. */
function isMadeOf(text: string, others: string): boolean {
  return [...text.replaceAll(/%[\da-f]{2}/gi, '')].every(
    (character) => /[\w.~!$&'()*+,;=-]/.test(character) || others.includes(character),
  );
}
