import { defineService } from 'svckit';
import { AppModule } from './src/app-module.js';

const info = { title: '{{title}}', version: '0.1.0' };

export default defineService({
  root: AppModule,
  prefix: 'api',
  versioning: { type: 'uri' },
  info,
  documents: { info },
  securityHeaders: true,
});
