/** Saves a file that a call replies with; says what is wrong if there is none. */
import { useMutation } from '@tanstack/react-query';
import { errorText } from '#data/api.ts';
import { notify } from '#shared/notify.ts';
import { saveFile, type SavedFile } from '@glasshouse/ui';

export function useSavedFile<Input = void>(
  load: (input: Input) => Promise<SavedFile>,
): { readonly isPending: boolean; readonly save: (input: Input) => void } {
  const { isPending, mutate } = useMutation({ mutationFn: load });
  const save = (input: Input): void =>
    mutate(input, {
      onSuccess: saveFile,
      onError: (error) => notify.error(errorText(error)),
    });
  return { isPending, save };
}
