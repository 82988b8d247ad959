export { testApp, type TestApp, type TestOptions } from './test-app.js';
