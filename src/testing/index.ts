export { testApp, type TestApp, type TestOptions } from './test-app.js';
export { type AnsweredRequest, type ContractMatchers, contractMatchers, type Promised } from './contract-matchers.js';
