import type { VerifyRule } from './rule.js';

export const headDiffers: VerifyRule = {
  id: 'head-differs',
  level: 'error',
  summary:
    'HEAD answers as GET does, with the same status and media type; documents of other servers may leave HEAD out.',
  find: ({ kind, get, operation, answer: { status, headers } }) => {
    if (kind !== 'head' || !get || (operation.server !== 'svckit' && [404, 405, 501].includes(status))) return [];
    if (get.status !== status) return [`HEAD is answered with ${status}, and GET with ${get.status}.`];
    const [own, other] = [headers['content-type'], get.headers['content-type']];
    return own === other ? [] : [`HEAD has the media type ${own ?? 'none'}, and GET ${other ?? 'none'}.`];
  },
};
