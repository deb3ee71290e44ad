/** Saves a file that the server has sent, as a press on a link would. */

export interface SavedFile {
  readonly name: string;
  readonly content: Blob;
}

export function saveFile({ name, content }: SavedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file by the next task.
  setTimeout(() => URL.revokeObjectURL(address));
}
