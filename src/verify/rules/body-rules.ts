import { objectAt } from '../../json/json.js';
import { countOf } from '../../text/join-words.js';
import { isJsonLines, isJsonType } from '../write-body.js';
import type { VerifyRule } from './rule.js';

const shown = 5;

/** What the body of an answer is. */
export const bodyRules: readonly VerifyRule[] = [
  {
    id: 'version-mixed-up',
    level: 'error',
    summary: 'A version answers in its own shape, not in that of another one.',
    find: ({ body, answer: { status } }) => {
      if (body.kind !== 'json' || !body.misfit || body.misfit.fits === null) return [];
      const { why, undeclared, fits } = body.misfit;
      const difference =
        why === null || why.endsWith('is not allowed')
          ? `it has ${undeclared.join(', ')}`
          : why.startsWith('/')
            ? why
            : `it ${why}`;
      return [`the body of ${status} fits version ${fits}, not this one: ${difference}.`];
    },
  },
  {
    id: 'body-mismatch',
    level: 'error',
    summary: 'The body of an answer fits the schema that the version declares for the status.',
    find: ({ body, answer: { status } }) => {
      if (body.kind !== 'json' || !body.misfit || body.misfit.fits !== null) return [];
      const { why, undeclared } = body.misfit;
      const isSurplus = undeclared.length > 0 && why?.endsWith('is not allowed');
      return why === null || isSurplus
        ? []
        : [`the body of ${status} does not fit: ${why.startsWith('/') ? why : `it ${why}`}.`];
    },
  },
  {
    id: 'member-undeclared',
    level: 'error',
    summary: 'An answer has no member that the version does not declare.',
    find: ({ body, answer: { status } }) => {
      if (body.kind !== 'json' || !body.misfit || body.misfit.fits !== null || body.misfit.undeclared.length === 0)
        return [];
      const names = [...new Set(body.misfit.undeclared.map((place) => place.replaceAll(/\/\d+(?=\/|$)/g, '/*')))];
      const rest = names.length > shown ? ` and ${countOf(names.length - shown, 'more', 'more')}` : '';
      return [
        `the body of ${status} has members that the version does not declare: ${names.slice(0, shown).join(', ')}${rest}.`,
      ];
    },
  },
  {
    id: 'body-missing',
    level: 'error',
    summary: 'A status with declared content comes with a body.',
    find: ({ body, declared, request, mediaType, isOfOperation, answer: { status } }) => {
      if (!declared || request.method === 'HEAD' || status === 304 || !isOfOperation) return [];
      const isDeclared = Object.keys(objectAt(declared.response['content'])).length > 0;
      // A file, a text or a list of lines may be empty; JSON has no such value.
      const mayBeEmpty = mediaType !== '' && !isJsonType(mediaType);
      return isDeclared && body.kind === 'none' && !mayBeEmpty
        ? [`the body of ${status} is empty, and content is declared.`]
        : [];
    },
  },
  {
    id: 'body-unreadable',
    level: 'error',
    summary: 'A body that says it is JSON is JSON.',
    find: ({ body, mediaType, answer: { status } }) =>
      body.kind === 'unreadable' ? [`the body of ${status} is not ${mediaType}: ${body.why}.`] : [],
  },
  {
    id: 'body-endless',
    level: 'error',
    summary: 'A body ends within ten seconds; one of more than 8 MiB is a warning, because it is not read further.',
    find: ({ answer: { status, headers, cut }, mediaType }) => {
      if (cut === 'slow') return [`the body of ${status} had not ended after ten seconds.`];
      const isKnown = headers['content-length'] !== undefined && !isJsonType(mediaType) && !isJsonLines(mediaType);
      return cut === 'long' && !isKnown
        ? [{ level: 'warning', message: `the body of ${status} goes on beyond 8 MiB, and was not read further.` }]
        : [];
    },
  },
  {
    id: 'media-type-undeclared',
    level: 'error',
    summary: 'The media type of an answer is declared for its status.',
    find: ({ declared, media, mediaType, answer: { status, text } }) => {
      const names = Object.keys(objectAt(declared?.response['content']));
      if (names.length === 0 || media || text === '' || status === 304) return [];
      return [`${status} has the media type ${mediaType || 'none'}. Declared: ${names.join(', ')}.`];
    },
  },
];
