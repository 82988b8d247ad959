import { join } from 'node:path';
import { DiskFileStore } from './disk-file-store.js';
import type { FileStore } from './file-store.js';
import type { FilesSettings } from './files-settings.js';
import type { PresignedAddresses } from './presigned-addresses.js';
import { S3FileStore } from './s3-file-store.js';

/** The bucket where S3_ENDPOINT is set, else the folder `files` of the data folder. Throws when the bucket is only partly configured. */
export function createFileStore(
  settings: FilesSettings & { readonly DATA_DIR: string },
  addresses: PresignedAddresses,
): FileStore {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings;
  if (endpoint === undefined) return new DiskFileStore({ folder: join(settings.DATA_DIR, 'files'), addresses });
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    throw new Error('S3_ENDPOINT is set, so S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set too.');
  }
  const { S3_PUBLIC_ENDPOINT: publicEndpoint, S3_REGION: region, S3_CREATE_BUCKET: createBucket } = settings;
  return new S3FileStore({ endpoint, publicEndpoint, bucket, region, accessKeyId, secretAccessKey, createBucket });
}
