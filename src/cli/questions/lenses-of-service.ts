import { lensesOf, type ServiceLenses } from '../../laws/lock/lock-shapes.js';
import type { OpenedApi } from '../sources/open-api.js';

/** The lenses that a service lists; none for documents. */
export function lensesOfService({ service, versioning }: Pick<OpenedApi, 'service' | 'versioning'>): ServiceLenses {
  return lensesOf(service?.definition.lenses ?? [], versioning?.versions);
}
