/** A signer's record in a file: one line of JSON for each entry, on disk before it counts. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { SignedEntry, SignerLog } from './signing.ts';

export class FileSignerLog<E = SignedEntry> implements SignerLog<E> {
  readonly #file: fs.FileHandle;
  #hasFailed = false;

  private constructor(file: fs.FileHandle) {
    this.#file = file;
  }

  static async open<E = SignedEntry>(name: string): Promise<FileSignerLog<E>> {
    const file = await fs.open(name, 'a+', 0o600);
    await file.sync();
    const folder = await fs.open(path.dirname(name), 'r');
    await folder.sync();
    await folder.close();
    return new FileSignerLog<E>(file);
  }

  /**
   * A last line without its end was never answered to anybody, and is removed.
   *
   * @throws {SyntaxError} If another line is damaged: then nothing must be signed.
   */
  async load(): Promise<readonly E[]> {
    const { size } = await this.#file.stat();
    const { buffer } = await this.#file.read({ buffer: Buffer.alloc(size), position: 0, length: size });
    const whole = buffer.lastIndexOf('\n') + 1;
    if (whole < size) {
      await this.#file.truncate(whole);
      await this.#file.sync();
    }
    const lines = buffer.toString('utf8', 0, whole).split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as E);
  }

  async append(entry: E): Promise<void> {
    if (this.#hasFailed) throw new Error('the record of the signer could not be written before');
    try {
      await this.#file.appendFile(`${JSON.stringify(entry)}\n`);
      await this.#file.sync();
    } catch (error) {
      // After a failed write the file may end with half a line, or a line may not be on disk. Only
      // a restart reads what is there.
      this.#hasFailed = true;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
