import { type RetirementStep, retirementRefusal, successorAddress } from '../../routing/matching/retirement.js';
import { pathParameters } from '../../routing/table/path.js';
import type { Route } from '../../routing/table/route.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import type { Successor } from '../../routing/versioning/successor.js';
import type { RouteUsage } from '../usage/usage-step.js';
import type { Step } from './exchange.js';

/** Refuses the requests of a route after its sunset, or during a brownout. */
export function retirementStep(
  step: RetirementStep,
  route: Route,
  successor: Successor | null,
  usage: RouteUsage | null,
  { versioning, now = () => new Date() }: Pick<ServiceOptions, 'versioning' | 'now'>,
): Step {
  const parameters = pathParameters(route.path);
  const refusalAt = retirementRefusal(step);
  return (exchange) => {
    const refusal = refusalAt(now().getTime(), () => {
      const values = Object.fromEntries(parameters.map((name, position) => [name, exchange.pathValues[position]!]));
      return { route, successor, address: successorAddress(successor, values, versioning) };
    });
    if (refusal === null) return;
    usage?.countRefused(exchange);
    throw refusal;
  };
}
