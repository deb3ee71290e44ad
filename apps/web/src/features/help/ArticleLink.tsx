/** Links within the help center. */
import type { ArticleName, TopicName } from '@glasshouse/protocol/help/articles';
import type { AriaAttributes, ReactNode } from 'react';
import { PageLink } from '#shared/PageLink.tsx';

interface InsideProps extends Pick<AriaAttributes, 'aria-current'> {
  readonly className?: string;
  readonly children: ReactNode;
}

export function ArticleLink({ article, ...rest }: InsideProps & { readonly article: ArticleName }) {
  return <PageLink {...rest} to="/about/connect" search={{ article }} />;
}

export function TopicLink({ topic, ...rest }: InsideProps & { readonly topic: TopicName }) {
  return <PageLink {...rest} to="/about/connect" search={{ topic }} />;
}
