import { makeProject } from '../../src/export/testing/temporary-project.js';
import { fixture } from '../../src/cli/testing/capture-io.js';
import { repository } from '../read-imports.js';
import type { Home } from './home.js';
import { realChanges } from './real-changes.js';

const home = (name: string, cwd: string): Home => ({ name, cwd, entry: 'svc.config.ts', texts: {} });

export const airline = home('airline', fixture('airline'));
export const tutorial = home('tutorial', fixture('tutorial/three'));
export const bundled = home('bundled service', repository);

/** A service for each module of real changes, in a folder of its own until `remove`. */
export function openRealChanges() {
  const opened = [...realChanges].map(([name, files]) => ({ name, project: makeProject(files) }));
  return {
    homes: opened.map(({ name, project }): Home => home(name, project.cwd)),
    remove: () => opened.forEach(({ project }) => project.remove()),
  };
}
