import { afterAll, beforeAll } from 'vitest';
import { ConfigurationModule } from '../../service/src/configuration/configuration-module.js';
import { startTestService } from '../../service/src/testing/start-test-service.js';
import { FilesModule } from '../../service/src/files/files-module.js';
import { describeFilesRoutes } from '../../service/src/files/files-routes.suite.js';
import { startSwift, type SwiftServer } from './swift/swift-server.js';

let server: SwiftServer;
beforeAll(async () => {
  server = await startSwift();
});
afterAll(() => server?.stop());

describeFilesRoutes('an S3 bucket', () =>
  startTestService([ConfigurationModule, FilesModule], {
    S3_ENDPOINT: server.endpoint,
    S3_BUCKET: 'routes',
    S3_REGION: server.region,
    S3_ACCESS_KEY_ID: server.accessKeyId,
    S3_SECRET_ACCESS_KEY: server.secretAccessKey,
    S3_CREATE_BUCKET: 'true',
  }),
);
