import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { copyContext } from './copy-context.js';
import { type Instruction, readDockerfile, readPairs, type Stage } from './read-dockerfile.js';

/** What a container of the image runs. */
export interface Image {
  /** The folder that stands for `/`. */
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: { readonly uid: number; readonly gid: number };
  readonly volumes: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/** The user `node` of the base image. Only root can be somebody else. */
const own = { uid: process.getuid!(), gid: process.getgid!() };
const node = own.uid === 0 ? { uid: 1000, gid: 1000 } : own;

export interface Build {
  /** The folder of the Dockerfile. */
  readonly repository: string;
  readonly file: string;
  /** What `ARG` instructions get in place of their defaults. */
  readonly args?: Readonly<Record<string, string>>;
}

/**
 * Runs each instruction of a Dockerfile, a stage in a folder of its own: the absolute paths of the image lead into it. The base image is
 * the Node that runs this test, with the packages of Debian that the machine has.
 */
export function buildImage({ repository, file, args = {} }: Build, folder: string): Image {
  const stages = readDockerfile(readFileSync(join(repository, file), 'utf8'));
  const roots = new Map<string, string>();
  let image: Image | null = null;
  for (const [index, stage] of stages.entries()) {
    if (!stage.from.startsWith('node:'))
      throw new Error(`Stage ${index} starts from ${stage.from}, which is not Node.`);
    const root = join(folder, `stage-${index}`);
    installNode(root);
    if (stage.name !== null) roots.set(stage.name, root);
    image = runStage(stage, root, { repository, args, roots });
  }
  if (!image) throw new Error('The Dockerfile has no stage.');
  return image;
}

/** Node, npm and the folders of the base image. */
function installNode(root: string): void {
  for (const path of ['usr/local/bin', 'tmp', 'etc']) mkdirSync(join(root, path), { recursive: true });
  copyFileSync(process.execPath, join(root, 'usr/local/bin/node'));
  chmodSync(join(root, 'usr/local/bin/node'), 0o755);
  symlinkSync(join(npm('root', '--global'), 'npm/bin/npm-cli.js'), join(root, 'usr/local/bin/npm'));
}

interface StageInput extends Required<Pick<Build, 'repository' | 'args'>> {
  readonly roots: ReadonlyMap<string, string>;
}

function runStage(stage: Stage, root: string, { repository, args, roots }: StageInput): Image {
  const image = {
    root,
    workdir: '/',
    env: {} as Record<string, string>,
    user: own,
    volumes: [] as string[],
    entrypoint: [] as string[],
    cmd: [] as string[],
    healthcheck: [] as string[],
  };
  const given: Record<string, string> = {};
  const inside = (path: string) => inRoot(root, isAbsolute(path) ? path : join(image.workdir, path));
  const steps: Readonly<Record<string, (instruction: Instruction) => void>> = {
    ARG: ({ text }) => void Object.assign(given, readPairs(text), args),
    WORKDIR: ({ text }) => {
      image.workdir = text;
      mkdirSync(inside(text), { recursive: true });
    },
    ENV: ({ text }) => void Object.assign(image.env, readPairs(text)),
    COPY: ({ flags, text }) => copy(text, inside, flags['from'] === undefined ? repository : roots.get(flags['from'])!),
    RUN: ({ text }) => {
      if (text.startsWith('apt-get ')) return;
      execFileSync('sh', ['-ec', intoRoot(root, text).replaceAll('node:node', `${node.uid}:${node.gid}`)], {
        cwd: inside('.'),
        env: { ...environmentOf(root, image.env), ...npmSettings, ...given },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    },
    USER: ({ text }) => {
      if (text !== 'node') throw new Error(`The image runs as ${text}. Only node is a user without rights.`);
      image.user = node;
    },
    VOLUME: ({ text }) => void image.volumes.push(text),
    EXPOSE: () => {},
    ENTRYPOINT: ({ text }) => void (image.entrypoint = JSON.parse(text) as string[]),
    CMD: ({ text }) => void (image.cmd = JSON.parse(text) as string[]),
    HEALTHCHECK: ({ text }) => void (image.healthcheck = JSON.parse(text.replace(/^CMD\s+/, '')) as string[]),
  };
  for (const instruction of stage.instructions) steps[instruction.name]!(instruction);
  return { ...image, command: [...image.entrypoint, ...image.cmd] };
}

function copy(text: string, inside: (path: string) => string, from: string): void {
  const paths = text.trim().split(/\s+/);
  const target = paths.pop()!;
  for (const path of paths) {
    const to = inside(target);
    if (path === '.') copyContext(from, to);
    else {
      const source = join(from, path);
      const isFolder = lstatSync(source).isDirectory();
      const destination = !isFolder && target.endsWith('/') ? join(to, path.split('/').at(-1)!) : to;
      mkdirSync(dirname(destination), { recursive: true });
      cpSync(source, destination, { recursive: true, verbatimSymlinks: true });
    }
  }
}

/** A path of the image as it is on this machine. */
export function inRoot(root: string, path: string): string {
  return join(root, path);
}

/** A shell command whose absolute paths lead into the image. */
function intoRoot(root: string, command: string): string {
  const tops = readdirSync(root).concat('data', 'srv', 'app');
  return command.replaceAll(
    new RegExp(`(?<=^|[\\s'"=:])/(?=(?:${[...new Set(tops)].join('|')})(?:[/\\s'"]|$))`, 'g'),
    `${root}/`,
  );
}

const npm = (...args: readonly string[]) => execFileSync('npm', args, { encoding: 'utf8' }).trim();
/** Packages come from the registry and the cache of this machine, as its npm reaches them. */
const npmSettings = {
  ...Object.fromEntries(
    ['registry', 'cache', 'cafile']
      .map((name) => [`npm_config_${name}`, npm('config', 'get', name)] as const)
      .filter(([, value]) => value !== 'null'),
  ),
  npm_config_prefer_offline: 'true',
};

/** The environment of a process in the image; nothing of this process's own but the way to the commands of the system. */
export function environmentOf(root: string, env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const paths = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.startsWith('/') ? inRoot(root, value) : value]),
  );
  return {
    PATH: [join(root, 'usr/local/bin'), '/usr/bin', '/bin'].join(delimiter),
    HOME: join(root, 'tmp'),
    TMPDIR: join(root, 'tmp'),
    GIT_CONFIG_SYSTEM: join(root, 'etc/gitconfig'),
    ...paths,
  };
}
