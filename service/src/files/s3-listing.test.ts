import { expect, test } from 'vitest';
import { parseS3Listing, s3ErrorCode } from './s3-listing.js';

const page = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside}</ListBucketResult>`;

test('a page names its keys as they are and the page after it', async () => {
  const xml = page(
    '<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b==</NextContinuationToken>' +
      '<Contents><Key>a%20b%2Bc+d%26.txt</Key></Contents><Contents><Key>007</Key></Contents>',
  );
  expect(await parseS3Listing(xml)).toEqual({ keys: ['a b+c d&.txt', '007'], continuation: 'a&b==' });
});

test('one key and no key are lists too', async () => {
  expect(await parseS3Listing(page('<IsTruncated>false</IsTruncated><Contents><Key>a</Key></Contents>'))).toEqual({
    keys: ['a'],
    continuation: null,
  });
  expect(await parseS3Listing(page('<IsTruncated>false</IsTruncated>'))).toEqual({ keys: [], continuation: null });
});

test('the code of an error is found', () => {
  expect(s3ErrorCode('<Error><Code>NoSuchBucket</Code><Message>x</Message></Error>')).toBe('NoSuchBucket');
  expect(s3ErrorCode('')).toBe('');
});
