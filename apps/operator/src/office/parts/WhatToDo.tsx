/** The choice of an act in the decision column. Where its words need two rows, both are filled. */
import { Segmented } from '@glasshouse/ui';
import { useTexts } from '../texts.ts';

interface WhatToDoProps<T extends string> {
  readonly items: readonly { readonly id: T; readonly label: string }[];
  readonly value: T;
  readonly onValue: (id: T) => void;
}

export function WhatToDo<T extends string>(props: WhatToDoProps<T>) {
  const { t } = useTexts();
  return <Segmented label={t('whatToDo')} className="flex-wrap [&>button]:grow [&>button]:px-2" {...props} />;
}
