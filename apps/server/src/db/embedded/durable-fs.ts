/**
 * Makes PGlite durable. PGlite's own file system never calls fsync; this one does, and reports its
 * failure. A cluster is created completely or not at all.
 */
import fs from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DATABASE_FILES_MAX } from '../../process/open-files.ts';

/** Emscripten's number for EIO. */
const EIO = 29;

/** The parts of Emscripten's module that the hook uses; PGlite does not type them. */
interface EmscriptenModule {
  readonly FS: { readonly ErrnoError: new (errno: number) => Error };
  readonly NODEFS: {
    stream_ops: Record<string, unknown>;
    node_ops: NodeOperations;
    realPath(node: unknown): string;
  };
}
interface NodeOperations {
  readonly mknod: (...node: [parent: unknown, name: string, mode: number, device: number]) => unknown;
  readonly setattr: (node: unknown, attributes: { mode?: number }) => unknown;
}
interface EmscriptenStream {
  readonly nfd?: number | null;
  readonly node: unknown;
}

/** Counts fsyncs, so that the start can prove that commits reach the disk. */
export class DurableNodeFS extends NodeFS {
  fsyncCount = 0;

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args);
    const hook = (module: unknown): void => {
      this.#hookFsync(module as EmscriptenModule);
      keepToOwner(module as EmscriptenModule);
    };
    const options = result.emscriptenOpts as { preRun?: ((module: unknown) => void)[] };
    options.preRun = [...(options.preRun ?? []), hook];
    return result;
  }

  #hookFsync(module: EmscriptenModule): void {
    const fsync = (stream: EmscriptenStream): number => {
      try {
        if (typeof stream.nfd === 'number') fs.fdatasyncSync(stream.nfd);
        else fsyncPath(module.NODEFS.realPath(stream.node));
        this.fsyncCount++;
        return 0;
      } catch {
        // Only this class of error reaches PostgreSQL; after any other the commit would appear to
        // succeed.
        throw new module.FS.ErrnoError(EIO);
      }
    };
    module.NODEFS.stream_ops = { ...module.NODEFS.stream_ops, fsync };
  }
}

/**
 * Removes the rights of other users. WebAssembly sets modes of new files itself, whatever the
 * process's umask.
 */
function keepToOwner({ NODEFS }: EmscriptenModule): void {
  const { mknod, setattr } = NODEFS.node_ops;
  NODEFS.node_ops = {
    ...NODEFS.node_ops,
    mknod: (...[parent, name, mode, device]) => mknod(parent, name, mode & ~OTHERS, device),
    setattr: (node, attributes) => {
      const { mode } = attributes;
      return setattr(node, mode === undefined ? attributes : { ...attributes, mode: mode & ~OTHERS });
    },
  };
}

/** Permission bits of group and others. */
const OTHERS = 0o077;

/** PGlite's own start parameters without -F, which disables fsync. */
function durableStartParams(): string[] {
  const settings = {
    fsync: 'on',
    wal_sync_method: 'fsync',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // One connection and small data: more would only be memory that the process never returns.
    shared_buffers: '64MB',
    max_wal_size: '1GB',
    max_files_per_process: String(DATABASE_FILES_MAX),
  };
  const given = PGlite.defaultStartParams.filter((param) => param !== '-F');
  return [...given, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

export interface DurableCluster {
  readonly pglite: PGlite;
  readonly files: DurableNodeFS;
}

/**
 * Opens the cluster in `folder`, and creates it first if it does not exist. A crash during creation
 * leaves only `<folder>.init`, which the next start replaces.
 */
export async function openDurableCluster(
  folder: string,
  parsers: Record<number, (text: string) => unknown>,
): Promise<DurableCluster> {
  if (!fs.existsSync(folder)) await makeCluster(folder);
  fs.chmodSync(folder, 0o700);
  const files = new DurableNodeFS(folder);
  const pglite = await PGlite.create({ fs: files, startParams: durableStartParams(), parsers });
  await proveDurability(pglite, files);
  return { pglite, files };
}

async function makeCluster(folder: string): Promise<void> {
  const unfinished = `${folder}.init`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  const pglite = await PGlite.create({
    fs: new DurableNodeFS(unfinished),
    startParams: durableStartParams(),
  });
  await pglite.close();
  fs.chmodSync(unfinished, 0o700);
  fsyncTree(unfinished);
  fs.renameSync(unfinished, folder);
  fsyncPath(path.dirname(folder));
}

/**
 * Throws at the start if a commit does not reach the disk. Makes the table that says what was taken
 * over from the commit log.
 */
async function proveDurability(pglite: PGlite, files: DurableNodeFS): Promise<void> {
  const before = files.fsyncCount;
  await pglite.exec(
    `create table if not exists durability_proof (n integer); delete from durability_proof; insert into durability_proof values (1);
     create table if not exists commit_log (taken bigint not null);
     insert into commit_log select 0 where not exists (select from commit_log)`,
  );
  if (files.fsyncCount === before)
    throw new Error('the embedded database does not fsync its commits; refusing to start');
}

function fsyncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) fsyncTree(full);
    else if (entry.isFile()) fsyncPath(full);
  }
  fsyncPath(folder);
}

function fsyncPath(file: string): void {
  const descriptor = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
