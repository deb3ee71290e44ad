/** A disk that can lose power: an ext4 file system in a file. What is in the file is what had reached the disk; all else is lost in a cut. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

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

  /** Needs root and loop devices; throws with the reason where it cannot. */
  static make(): LoopDisk {
    const disk = new LoopDisk(fs.mkdtempSync(path.join(os.tmpdir(), 'glasshouse-disk-')));
    try {
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

  /** Everything written so far, on the disk. */
  sync(): void {
    run('sync', ['-f', this.mountPoint]);
  }

  /** The moment of the cut: keeps what the disk has. The writer must stand still (SIGSTOP). */
  freeze(): string {
    const copy = path.join(this.#folder, `disk-${++this.#copies}.img`);
    run('cp', ['--sparse=always', this.#image, copy]);
    return copy;
  }

  /** After the writer is gone: goes on with what was kept. */
  continueFrom(copy: string): void {
    this.#unmount();
    fs.rmSync(this.#image);
    this.#image = copy;
    run('mount', ['-o', 'loop', this.#image, this.mountPoint]);
  }

  remove(): void {
    this.#unmount();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  #unmount(): void {
    run('umount', [this.mountPoint]);
  }
}

function run(file: string, args: readonly string[]): void {
  execFileSync(file, args, { stdio: 'pipe' });
}
