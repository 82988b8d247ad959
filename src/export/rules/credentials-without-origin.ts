import { problem } from '../../report/boot-problem.js';
import type { Rule } from './rule.js';

export const credentialsWithoutOrigin: Rule = {
  id: 'credentials-without-origin',
  severity: 'error',
  summary: 'cors.credentials comes with the origins that may call with cookies.',
  find({ definition: { cors } }) {
    if (typeof cors !== 'object' || cors?.credentials !== true) return [];
    const fix = "Name the origins: origin: ['https://app.example.com'].";
    const report = (message: string) => [problem('credentials-without-origin', message, fix, { option: 'cors' })];
    if (cors.origin === true)
      return report('cors lets every site call with the cookies of its visitors: origin is true.');
    if (cors.origin !== undefined && cors.origin !== '*') return [];
    return report('Browsers refuse every answer to a request with cookies: cors has credentials, but no origin.');
  },
};
