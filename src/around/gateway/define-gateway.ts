import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '../../routing/table/application.js';
import type { ServiceDefinition } from '../../routing/table/service-definition.js';
import { HealthModule } from '../../server/health/health-module.js';
import type { HealthOptions } from '../../server/health/health-options.js';
import { unifyTarget } from '../../server/request/request-head.js';
import { describeApplication } from '../describe-application.js';
import { setOnward } from '../onward.js';
import type { AroundOptions } from '../options.js';
import type { Upstream } from './upstream.js';
import { localHost } from '../publish/publish-options.js';
import { foreignRequest } from '../untouched.js';
import { UpstreamOnward } from './upstream-onward.js';

/** What `defineGateway` takes: as `around`, with the address of the service behind it. */
export interface GatewayOptions extends AroundOptions {
  /** Such as `http://books.internal:8080`, without a path. */
  readonly upstream: string;
  /** How long a connection to the upstream may take, in milliseconds; 10,000 by default. Then the answer is 502. */
  readonly connectTimeoutMs?: number;
  /** Probes of the gateway itself, at paths that the upstream does not have; off by default. */
  readonly health?: boolean | HealthOptions;
}

/** A gateway in front of a service in any language, for `svc serve`: the default export of `svc.config.ts`. Throws a TypeError for wrong options. */
export function defineGateway(options: GatewayOptions): ServiceDefinition {
  const { upstream: address, connectTimeoutMs = 10_000, health = false, ...shared } = options;
  const url = readAddress(address);
  const { timeoutMs: answerMs = 60_000 } = options;
  let upstream: Upstream | undefined;
  let opening: Promise<Upstream> | undefined;
  // What it needs does not load elsewhere than on Node.
  const open = () =>
    (opening ??= import('./upstream.js').then((loaded) => {
      const patience = { connectMs: connectTimeoutMs, answerMs };
      return (upstream = new loaded.Upstream(url, patience, described.logger));
    }));
  const using = (use: (upstream: Upstream) => void) => {
    if (upstream) use(upstream);
    else void open().then(use);
  };
  const relay = (req: IncomingMessage, res: ServerResponse) => using((one) => one.relay(req, res));
  const to = { using, relay };
  const application: Omit<Application, 'described' | 'spelling'> = {
    arrive: (req, res, decide) => {
      unifyTarget(req);
      const run = () => {
        const decision = decide(req);
        const found = decision.kind === 'mount' && foreignRequest(req, decision, described.names(), described.drift);
        if (!found || found.elsewhere === null) return relay(req, res);
        const { head, adapt: addresses } = found.elsewhere;
        using((one) => one.relay(req, res, head, { headers: [], addresses }));
      };
      setOnward(req, new UpstreamOnward(run, to));
      return run;
    },
    upgrade: (req, socket, head) => using((one) => one.upgrade(req, socket, head)),
    close: async () => upstream?.close(),
  };
  const modules = health === false ? [] : [health === true ? HealthModule : HealthModule.with(health)];
  const prepare = async () => {
    await open();
    const configured = (part: string, detail: string) => ({ part, kind: 'configured', detail }) as const;
    const { publish } = options;
    const events = publish ? [configured('events', `${publish.host ?? localHost}:${publish.port}`)] : [];
    return { parts: [configured('upstream', url.origin), ...events] };
  };
  const described = describeApplication(shared, 'defineGateway', { application, prepare }, modules);
  return described.definition;
}

const example = "upstream: 'http://127.0.0.1:8080'";

function readAddress(address: unknown): URL {
  if (typeof address !== 'string' || !URL.canParse(address))
    throw new TypeError(
      `defineGateway(): upstream is ${JSON.stringify(address)}, which is not an address. Write ${example}.`,
    );
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol))
    throw new TypeError(`defineGateway(): upstream ${address} is neither http nor https. Write ${example}.`);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new TypeError(`defineGateway(): upstream ${address} has more than a host and a port. Write ${example}.`);
  return url;
}
