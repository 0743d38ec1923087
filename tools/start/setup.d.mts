export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly timeoutMs?: number;
  readonly show?: boolean;
}
export interface Machine {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly isRoot: boolean;
  readonly which: (name: string) => string | undefined;
  readonly isProgram: (file: string) => boolean;
  readonly run: typeof run;
  readonly say: (line: string) => void;
  readonly postgresFolders: () => string[];
  readonly forbidMainCluster: () => Promise<void>;
}
export const nodeBinary: string;
export const thisMachine: Machine;
export function run(command: string, args?: readonly string[], options?: RunOptions): Promise<string>;
export function ensureInstalled(machine?: Machine): Promise<void>;
export function ensureChromium(machine?: Machine): Promise<string>;
export function ensurePostgres(machine?: Machine): Promise<string>;
export function ensureNginx(machine?: Machine): Promise<string>;
export function startPostgres(
  binFolder: string,
  settings?: Readonly<Record<string, string>>,
): Promise<{ url: string; stop: () => Promise<void> }>;
