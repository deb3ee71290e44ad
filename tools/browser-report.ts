/** Hands the browser tests that failed, and the seconds of each, to the report of `npm test`. */
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './run.ts';
import { noteDuration, noteFailure } from './test-report.ts';

export default class BrowserReport implements Reporter {
  onTestEnd({ title, location, expectedStatus }: TestCase, { duration, errors, status }: TestResult): void {
    const name = `${path.relative(ROOT, location.file)}:${location.line} ${title}`;
    noteDuration({ name, seconds: duration / 1000 });
    if (status !== expectedStatus) noteFailure(name, [status, ...errors.map(messageOf)].join('\n'));
  }

  /** What fails outside of a test, such as the build of the site. */
  onError(error: TestError): void {
    noteFailure('e2e', messageOf(error));
  }
}

const messageOf = ({ message = '', value = '' }: TestError): string =>
  stripVTControlCharacters(message === '' ? value : message);
