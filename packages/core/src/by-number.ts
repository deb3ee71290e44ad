/**
 * Objects by a number that counts up, such as open orders: an array from the first number that is
 * there. For many objects that is several times as fast as a Map. It keeps eight bytes for each
 * number that has been since its oldest object.
 */

/** Numbers without an object at the beginning up to which the array is not cut. */
const CUT_FROM = 1024;

export class ByNumber<T> {
  #items: (T | undefined)[] = [];
  /** The number of the first item. */
  #from = 0;
  /** Items at the beginning that are certainly empty. */
  #empty = 0;
  size = 0;

  get(number: number): T | undefined {
    return this.#items[number - this.#from];
  }

  has(number: number): boolean {
    return this.get(number) !== undefined;
  }

  set(number: number, object: T): void {
    if (this.size === 0) this.#clear(number);
    if (number < this.#from + this.#empty) this.#extend(number);
    const at = number - this.#from;
    // Without holes, of which V8 would make a slower array.
    while (this.#items.length < at) this.#items.push(undefined);
    if (this.#items[at] === undefined) this.size++;
    this.#items[at] = object;
  }

  /** Returns whether there was an object. */
  delete(number: number): boolean {
    if (!this.has(number)) return false;
    this.#items[number - this.#from] = undefined;
    this.size--;
    while (this.#empty < this.#items.length && this.#items[this.#empty] === undefined) this.#empty++;
    if (this.#empty > CUT_FROM && this.#empty * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#empty);
      this.#from += this.#empty;
      this.#empty = 0;
    }
    return true;
  }

  /** All objects, in the order of their numbers. */
  *values(): Iterable<T> {
    for (let at = this.#empty; at < this.#items.length; at++) {
      const object = this.#items[at];
      if (object !== undefined) yield object;
    }
  }

  #clear(from: number): void {
    this.#items = [];
    this.#from = from;
    this.#empty = 0;
  }

  /** Makes room for a number before the first one: numbers mostly count up. */
  #extend(number: number): void {
    const missing = Math.max(0, this.#from - number);
    if (missing > 0) this.#items = [...Array.from<undefined>({ length: missing }), ...this.#items];
    this.#from -= missing;
    this.#empty = number - this.#from;
  }
}
