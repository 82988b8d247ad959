import { codeSpan } from '../../text/escape.js';
import type { SharedVersioningOptions, VersioningType } from './versioning-type.js';

/** A request header names the version. */
export interface HeaderVersioning extends SharedVersioningOptions {
  readonly type: 'header';
  /** Such as `X-API-Version`. */
  readonly header: string;
}

export const header: VersioningType<HeaderVersioning> = {
  name: 'header',
  optionNames: { header: true },
  rule: { id: 'invalid-version-header', option: 'header', summary: 'versioning.header is a header name.' },
  example: { type: 'header', header: 'X-API-Version' },
  check: ({ header: name }) =>
    typeof name === 'string' && /^[!#$%&'*+\-.^_`|~\da-z]+$/i.test(name)
      ? null
      : {
          message: `versioning.header ${JSON.stringify(name)} is not a header name.`,
          fix: "Write header: 'X-API-Version'.",
        },
  open: ({ type, header: name }) => {
    const key = name.toLowerCase();
    return {
      settings: { type, header: name },
      sharesPaths: true,
      vary: name,
      parameter: { name, in: 'header' },
      description: `the header ${name}`,
      segment: () => '',
      askFor: (version) => ({
        headers: { [name]: version },
        query: {},
        instruction: `Send ${codeSpan(`${name}: ${version}`)}.`,
      }),
      locate: ({ versions }) => {
        const fields = new Map(versions.map((version) => [version, { [key]: version }]));
        return {
          field: key,
          read: ({ headers }) => {
            const value = headers[key];
            return typeof value === 'string' ? value : '';
          },
          inVersion: (url) => url,
          renamed: ({ url = '/' }, version) => ({ url, headers: fields.get(version)! }),
        };
      },
    };
  },
};
