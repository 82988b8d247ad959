/** The service of this repository: what `svc` works on in a clone when no other is named. */
export { default } from './service/src/service.js';
