/** The maximum length of a password, which the operator sets. */
import { useParameter } from '#data/parameters.ts';
import { PASSWORD_MAX } from '#shared/forms/validation.ts';

export function usePasswordMax(): number {
  return Number(useParameter('password_length_max') ?? PASSWORD_MAX);
}
