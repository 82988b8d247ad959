import { cancel, intro, isCancel, multiselect, outro, select, text } from '@clack/prompts';
import { basename, resolve } from 'node:path';
import { recommendedVersioning, versioningTypes } from '../../routing/versioning/versioning.js';
import type { Io } from '../io.js';
import { extraNames, packageNameProblem, type ServicePlan, suggestName } from './service-plan.js';
import { versionedRequest } from './versioned-request.js';

const extraHints: Readonly<Record<ServicePlan['extras'][number], string>> = {
  docker: 'a Dockerfile',
  gitlab: 'a GitLab pipeline, besides the GitHub workflow',
};

/** Prompts for what the command line leaves open; null if cancelled. */
export async function askForPlan(
  known: Partial<ServicePlan>,
  terminal: NonNullable<Io['terminal']>,
  cwd: string,
): Promise<ServicePlan | null> {
  const { input, output } = terminal;
  const streams = { input, output };
  intro('A new versioned service', streams);
  try {
    const directory =
      known.directory ??
      answer(
        await text({
          ...streams,
          message: 'Which folder?',
          placeholder: 'my-service',
          defaultValue: 'my-service',
        }),
      );
    const name =
      known.name ??
      answer(
        await text({
          ...streams,
          message: 'What is the package name?',
          initialValue: suggestName(basename(resolve(cwd, directory))),
          validate: (value) => packageNameProblem(value ?? '') ?? undefined,
        }),
      );
    const versioning =
      known.versioning ??
      answer(
        await select({
          ...streams,
          message: 'Where does a request specify its version?',
          initialValue: recommendedVersioning,
          options: versioningTypes.map(({ name: value }) => ({
            value,
            label: value,
            hint: versionedRequest(value).hint,
          })),
        }),
      );
    const extras =
      known.extras ??
      answer(
        await multiselect({
          ...streams,
          message: 'Any extra files? (space selects, enter continues)',
          required: false,
          options: extraNames.map((value) => ({ value, label: value, hint: extraHints[value] })),
        }),
      );
    outro('Ready to create the service.', streams);
    return { directory, name, versioning, extras };
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    cancel('Cancelled. Nothing was written.', streams);
    return null;
  }
}

class Cancelled extends Error {}

function answer<T>(value: T): Exclude<T, symbol> {
  if (isCancel(value)) throw new Cancelled();
  return value as Exclude<T, symbol>;
}
