/**
 * A disk that can lose power: an ext4 file system in a file. The file contains what had reached the
 * disk; a power cut loses everything else.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';

const SIZE_MB = 600;

export class LoopDisk {
  readonly mountPoint: string;
  readonly #folder: string;
  #image: string;
  #copies = 0;

  private constructor(folder: string) {
    this.#folder = folder;
    this.mountPoint = path.join(folder, 'mount');
    this.#image = path.join(folder, 'disk-0.img');
  }

  /** Needs root and loop devices; throws with the reason if they are missing. */
  static make(): LoopDisk {
    const disk = new LoopDisk(fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-disk-')));
    try {
      // PostgreSQL runs as another user.
      fs.chmodSync(disk.#folder, 0o755);
      fs.mkdirSync(disk.mountPoint);
      run('truncate', ['-s', `${SIZE_MB}M`, disk.#image]);
      run('mkfs.ext4', ['-q', '-F', disk.#image]);
      run('mount', ['-o', 'loop', disk.#image, disk.mountPoint]);
      return disk;
    } catch (error) {
      fs.rmSync(disk.#folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Flushes everything written so far to the disk. */
  sync(): void {
    run('sync', ['-f', this.mountPoint]);
  }

  /**
   * The moment of the cut: copies the content of the disk. The writer must be stopped (SIGSTOP).
   */
  freeze(): string {
    const copy = path.join(this.#folder, `disk-${++this.#copies}.img`);
    run('cp', ['--sparse=always', this.#image, copy]);
    return copy;
  }

  /** Continues with the copy, after the writer is gone. */
  continueFrom(copy: string): void {
    this.#unmount();
    fs.rmSync(this.#image);
    this.#image = copy;
    run('mount', ['-o', 'loop', this.#image, this.mountPoint]);
  }

  /** Takes all free space, like a log that nobody rotates. */
  fill(): void {
    const { bavail, bsize } = fs.statfsSync(this.mountPoint);
    run('fallocate', ['-l', String(bavail * bsize), this.#ballast]);
  }

  empty(): void {
    fs.rmSync(this.#ballast);
  }

  get #ballast(): string {
    return path.join(this.mountPoint, 'ballast');
  }

  remove(): void {
    this.#unmount();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  #unmount(): void {
    run('umount', [this.mountPoint]);
  }
}

/** Null where loop mounts are not allowed: the test is skipped with a message. */
export function makeDisk(context: TestContext): LoopDisk | null {
  try {
    const disk = LoopDisk.make();
    context.after(() => disk.remove());
    return disk;
  } catch (error) {
    context.skip(
      `no loop mounts here: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    );
    return null;
  }
}

function run(file: string, args: readonly string[]): void {
  execFileSync(file, args, { stdio: 'pipe' });
}
