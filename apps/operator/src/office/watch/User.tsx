/** The number of a user, which opens the page of people. */
import { Code } from '@glasshouse/ui';
import { Link } from '@tanstack/react-router';

export const User = ({ id }: { readonly id: number }) => (
  <Link to="/people" search={{ user: id }} className="text-brand-ink font-medium hover:underline">
    <Code>{id}</Code>
  </Link>
);
