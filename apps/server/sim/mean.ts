/** The mean of numbers as they come, with its error (Welford 1962). */
export class MeanOf {
  count = 0;
  mean = 0;
  #squares = 0;

  add(value: number): void {
    this.count++;
    const from = value - this.mean;
    this.mean += from / this.count;
    this.#squares += from * (value - this.mean);
  }

  /** Two standard errors of the mean. */
  get error(): number {
    return this.count < 2 ? Infinity : 2 * Math.sqrt(this.#squares / (this.count - 1) / this.count);
  }
}
