/** One instruction of a Dockerfile. */
export interface Instruction {
  readonly name: string;
  /** `--from=build` as `{ from: 'build' }`. */
  readonly flags: Readonly<Record<string, string>>;
  /** What follows the flags. */
  readonly text: string;
}

/** A stage: what it starts from, its name, and its other instructions. */
export interface Stage {
  readonly from: string;
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

const known = new Set('FROM ARG WORKDIR COPY RUN ENV USER VOLUME EXPOSE HEALTHCHECK ENTRYPOINT CMD'.split(' '));

/** Reads the stages of a Dockerfile (https://docs.docker.com/reference/dockerfile/). Throws for an instruction that it does not know. */
export function readDockerfile(text: string): readonly Stage[] {
  const stages: { from: string; name: string | null; instructions: Instruction[] }[] = [];
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
  for (const line of lines) {
    const instruction = readInstruction(line);
    if (instruction.name === 'FROM') {
      const [, from, name] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(instruction.text)!;
      stages.push({ from: from!, name: name ?? null, instructions: [] });
    } else stages.at(-1)!.instructions.push(instruction);
  }
  return stages;
}

function readInstruction(line: string): Instruction {
  const [, name = '', flags = '', text = ''] = /^(\w+)\s+((?:--[\w-]+=\S+\s+)*)(.*)$/.exec(line.trim()) ?? [];
  if (!known.has(name)) throw new Error(`The Dockerfile has an instruction that this test does not run: ${line}`);
  return {
    name,
    flags: Object.fromEntries([...flags.matchAll(/--([\w-]+)=(\S+)/g)].map(([, flag, value]) => [flag, value!])),
    text,
  };
}

/** `A=1 B=2` */
export function readPairs(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value!]));
}
