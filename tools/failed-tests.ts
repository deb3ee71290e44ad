/** A reporter of Node's test runner that names the tests that failed, and nothing else. */
import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { ROOT } from './run.ts';

export default async function* failedTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type !== 'test:fail') continue;
    const { name, file = '', line } = event.data;
    yield `  ${path.relative(ROOT, file)}:${line ?? 0} ${name}\n`;
  }
}
