/**
 * The price levels of one side of a book: a ladder of ticks in pages, with bitmaps that find the
 * next level.
 *
 * A level is 16 bytes (head, tail, total) at page * 256 + tick % 256. Pages are allocated only
 * where there are levels: a dense book is an array, a sparse one costs a page per used region.
 * Three bitmaps (ticks of a page, pages, groups of 32 pages) find the next level in a few word
 * operations at any distance.
 */

const PAGE_BITS = 8;
const PAGE_TICKS = 1 << PAGE_BITS;
const PAGE_WORDS = PAGE_TICKS >> 5;
/** Header of a page, 64 bytes: the bitmap of its ticks, then its number of levels. */
const HEAD_BITS = 4;
const LEVELS = PAGE_WORDS;

/** Index of the lowest set bit of a nonzero word. */
const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);
const highestBit = (word: number): number => 31 - Math.clz32(word);

export class Ladder {
  /** Head of level l at l * 4, tail at l * 4 + 1. */
  declare links: Int32Array;
  /** Total lots of level l at l * 2 + 1, in the same buffer. */
  declare totals: Float64Array;
  declare private heads: Int32Array;
  declare private pageOf: Int32Array;
  declare private pageBits: Int32Array;
  declare private groupBits: Int32Array;
  #freePages: number[] = [];
  /** Page 0 is reserved: 0 in #pageOf means none. */
  #pagesUsed = 1;
  levelCount = 0;

  constructor() {
    const buffer = new ArrayBuffer(4 * PAGE_TICKS * 16);
    this.links = new Int32Array(buffer);
    this.totals = new Float64Array(buffer);
    this.heads = new Int32Array(4 << HEAD_BITS);
    this.pageOf = new Int32Array(1024);
    this.pageBits = new Int32Array(32);
    this.groupBits = new Int32Array(1);
  }

  /**
   * The slot of a price's level, whether or not it exists. Prices without a page map to the unused
   * page 0.
   */
  levelOf(price: number): number {
    const pageNumber = price >> PAGE_BITS;
    const page = pageNumber >= 0 && pageNumber < this.pageOf.length ? this.pageOf[pageNumber]! : 0;
    return (page << PAGE_BITS) | (price & (PAGE_TICKS - 1));
  }

  /** Index of a price's level, or -1 if it is empty. */
  find(price: number): number {
    const level = this.levelOf(price);
    return this.links[level << 2] === 0 ? -1 : level;
  }

  /**
   * Index of a price's level, allocated if necessary. A level with head 0 is empty: the caller
   * calls `open` for its first order.
   */
  at(price: number): number {
    const pageNumber = price >> PAGE_BITS;
    if (pageNumber >= this.pageOf.length) this.#growDirectory(pageNumber);
    let page = this.pageOf[pageNumber]!;
    if (page === 0) page = this.#takePage(pageNumber);
    return (page << PAGE_BITS) | (price & (PAGE_TICKS - 1));
  }

  /** Marks a level as used. */
  open(price: number, level: number): void {
    const page = level >> PAGE_BITS;
    const tick = price & (PAGE_TICKS - 1);
    const { heads } = this;
    const word = (page << HEAD_BITS) | (tick >> 5);
    heads[word] = heads[word]! | (1 << (tick & 31));
    const count = (page << HEAD_BITS) | LEVELS;
    heads[count] = (heads[count]! + 1) | 0;
    this.levelCount++;
  }

  /** Marks a level as empty; frees its page if it was the last one. */
  close(price: number, level: number): void {
    const page = level >> PAGE_BITS;
    const tick = price & (PAGE_TICKS - 1);
    const { heads } = this;
    const word = (page << HEAD_BITS) | (tick >> 5);
    heads[word] = heads[word]! & ~(1 << (tick & 31));
    this.levelCount--;
    const count = (page << HEAD_BITS) | LEVELS;
    const left = (heads[count]! - 1) | 0;
    heads[count] = left;
    if (left === 0) this.#dropPage(price >> PAGE_BITS, page);
  }

  /** The lowest used price at or above `from`, or 0. */
  lowest(from: number): number {
    const pageNumber = from >> PAGE_BITS;
    if (pageNumber >= this.pageOf.length) return 0;
    const page = this.pageOf[pageNumber]!;
    if (page !== 0) {
      const tick = from & (PAGE_TICKS - 1);
      const first = page << HEAD_BITS;
      let index = tick >> 5;
      let word = this.heads[first | index]! & (-1 << (tick & 31));
      while (word === 0 && ++index < PAGE_WORDS) word = this.heads[first | index]!;
      if (word !== 0) return (pageNumber << PAGE_BITS) | (index << 5) | lowestBit(word);
    }
    const next = this.#nextPage(pageNumber + 1);
    return next < 0 ? 0 : this.#lowestOfPage(next);
  }

  /** The highest used price at or below `from`, or 0. */
  highest(from: number): number {
    const last = this.pageOf.length - 1;
    let pageNumber = from >> PAGE_BITS;
    if (pageNumber > last) pageNumber = last + 1;
    const page = pageNumber > last ? 0 : this.pageOf[pageNumber]!;
    if (page !== 0) {
      const tick = from & (PAGE_TICKS - 1);
      const first = page << HEAD_BITS;
      let index = tick >> 5;
      let word = this.heads[first | index]! & (-1 >>> (31 - (tick & 31)));
      while (word === 0 && --index >= 0) word = this.heads[first | index]!;
      if (word !== 0) return (pageNumber << PAGE_BITS) | (index << 5) | highestBit(word);
    }
    const previous = this.#previousPage(pageNumber - 1);
    return previous < 0 ? 0 : this.#highestOfPage(previous);
  }

  #lowestOfPage(pageNumber: number): number {
    const first = this.pageOf[pageNumber]! << HEAD_BITS;
    let index = 0;
    while (this.heads[first | index] === 0) index++;
    return (pageNumber << PAGE_BITS) | (index << 5) | lowestBit(this.heads[first | index]!);
  }

  #highestOfPage(pageNumber: number): number {
    const first = this.pageOf[pageNumber]! << HEAD_BITS;
    let index = PAGE_WORDS - 1;
    while (this.heads[first | index] === 0) index--;
    return (pageNumber << PAGE_BITS) | (index << 5) | highestBit(this.heads[first | index]!);
  }

  #nextPage(from: number): number {
    let group = from >> 5;
    if (group >= this.pageBits.length) return -1;
    let word = this.pageBits[group]! & (-1 << (from & 31));
    if (word === 0) {
      group = this.#nextGroup(group + 1);
      if (group < 0) return -1;
      word = this.pageBits[group]!;
    }
    return (group << 5) | lowestBit(word);
  }

  #nextGroup(from: number): number {
    let index = from >> 5;
    if (index >= this.groupBits.length) return -1;
    let word = this.groupBits[index]! & (-1 << (from & 31));
    while (word === 0) {
      if (++index >= this.groupBits.length) return -1;
      word = this.groupBits[index]!;
    }
    return (index << 5) | lowestBit(word);
  }

  #previousPage(from: number): number {
    if (from < 0) return -1;
    let group = from >> 5;
    let word = this.pageBits[group]! & (-1 >>> (31 - (from & 31)));
    if (word === 0) {
      group = this.#previousGroup(group - 1);
      if (group < 0) return -1;
      word = this.pageBits[group]!;
    }
    return (group << 5) | highestBit(word);
  }

  #previousGroup(from: number): number {
    if (from < 0) return -1;
    let index = from >> 5;
    let word = this.groupBits[index]! & (-1 >>> (31 - (from & 31)));
    while (word === 0) {
      if (--index < 0) return -1;
      word = this.groupBits[index]!;
    }
    return (index << 5) | highestBit(word);
  }

  #takePage(pageNumber: number): number {
    const page = this.#freePages.pop() ?? this.#pagesUsed++;
    if (page << HEAD_BITS >= this.heads.length) this.#growPages();
    this.pageOf[pageNumber] = page;
    const group = pageNumber >> 5;
    this.pageBits[group] = this.pageBits[group]! | (1 << (pageNumber & 31));
    this.groupBits[group >> 5] = this.groupBits[group >> 5]! | (1 << (group & 31));
    return page;
  }

  #dropPage(pageNumber: number, page: number): void {
    this.pageOf[pageNumber] = 0;
    const group = pageNumber >> 5;
    const word = this.pageBits[group]! & ~(1 << (pageNumber & 31));
    this.pageBits[group] = word;
    if (word === 0) this.groupBits[group >> 5] = this.groupBits[group >> 5]! & ~(1 << (group & 31));
    this.#freePages.push(page);
  }

  #growPages(): void {
    const pages = (this.heads.length >> HEAD_BITS) * 2;
    const buffer = new ArrayBuffer(pages * PAGE_TICKS * 16);
    const links = new Int32Array(buffer);
    links.set(this.links);
    this.links = links;
    this.totals = new Float64Array(buffer);
    this.heads = grown(this.heads, pages << HEAD_BITS);
  }

  #growDirectory(pageNumber: number): void {
    let size = this.pageOf.length;
    while (size <= pageNumber) size *= 2;
    this.pageOf = grown(this.pageOf, size);
    this.pageBits = grown(this.pageBits, size >> 5);
    this.groupBits = grown(this.groupBits, Math.max(1, size >> 10));
  }
}

function grown(old: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(old);
  return larger;
}
