/** The target of a request. Only its path and query count: the host is the sender's own words. */
export const REQUEST_BASE = 'http://site.invalid';

/**
 * The URL of a request's target; that of the root if the target cannot be parsed, such as '//['.
 */
export const requestUrl = (target: string): URL => URL.parse(target, REQUEST_BASE) ?? new URL(REQUEST_BASE);
