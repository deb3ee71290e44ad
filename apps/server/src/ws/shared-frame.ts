/** A serialised frame. Its bytes are made once and shared by all clients that get it. */

export class SharedFrame {
  readonly text: string;
  #bytes: Buffer | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get bytes(): Buffer {
    return (this.#bytes ??= Buffer.from(this.text));
  }
}
