/**
 * Tests of a service without a port, and answers compared with what was promised.
 *
 * @module svckit/testing
 */

export { testApp, type TestApp, type TestOptions } from './test-app.js';
export { type AnsweredRequest, type ContractMatchers, contractMatchers, type Promised } from './contract-matchers.js';
