import { z } from 'zod';
import { storableText } from '../database/storable-text.js';

export const CreateReport = z
  .object({ title: storableText(1) })
  .meta({ id: 'CreateReport', description: 'A new report.', examples: [{ title: 'Third quarter' }] });

export const RenameReport = z
  .object({ title: storableText(1) })
  .meta({ id: 'RenameReport', description: 'A report’s new title.', examples: [{ title: 'Third quarter, revised' }] });

export const ReportTitles = z.array(z.string()).meta({
  id: 'ReportTitles',
  description: 'The titles of all reports; the id of a report is its position, starting at 1.',
  examples: [['Third quarter']],
});

export const ReportsHealth = z
  .object({ status: z.literal('up'), reports: z.int().min(0) })
  .meta({ id: 'ReportsHealth', description: 'How many reports there are.', examples: [{ status: 'up', reports: 1 }] });
