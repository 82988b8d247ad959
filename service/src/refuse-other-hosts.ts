import { isIP } from 'node:net';
import { HttpError, type Middleware } from 'svckit';

/** The name in a Host header, without its port and the brackets of an IPv6 address. */
function nameIn(host: string): string {
  return (/^\[(.+)\](?::\d+)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, '')).toLowerCase().replace(/\.$/, '');
}

/** Names that nobody on the internet can give an address: those without a dot, and the reserved ones of a machine. */
const ownName = /^(?:[^.]+|.+\.(?:localhost|internal))$/;

const isLoopback = (address: string | undefined) => /^(?:::ffff:)?127\.|^::1$/.test(address ?? '');

/**
 * Refuses a request over loopback that names a host of the internet: a page whose name leads to 127.0.0.1 for a while (DNS rebinding)
 * is of the same origin as this service to its browser. `publicUrl` is PUBLIC_URL, which a proxy on this machine passes on.
 */
export function refuseOtherHosts(publicUrl: string | undefined): Middleware {
  const publicName = publicUrl === undefined ? null : nameIn(new URL(publicUrl).host);
  return (req, _res, next) => {
    const { host } = req.headers;
    if (host === undefined || !isLoopback(req.socket.localAddress)) return next();
    const name = nameIn(host);
    if (isIP(name) !== 0 || ownName.test(name) || name === publicName) return next();
    next(
      new HttpError(
        421,
        `The host ${JSON.stringify(name)} is not this service. Use localhost, or set PUBLIC_URL to the address that clients use.`,
        { code: 'host-unknown' },
      ),
    );
  };
}
