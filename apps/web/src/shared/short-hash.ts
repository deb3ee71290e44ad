/** Both ends of a hash: '4eb66…0b72f'. */
export function shortHash(hash: string, length = 4): string {
  return hash.length <= length * 2 ? hash : `${hash.slice(0, length)}…${hash.slice(-length)}`;
}
