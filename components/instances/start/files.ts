/** The texts of several files as one, their documents apart. */
export async function textOfFiles(files: FileList | null): Promise<string> {
  const texts = await Promise.all([...(files ?? [])].map((file) => file.text()));
  return texts.map((text) => text.replace(/\n?$/, '\n')).join('---\n');
}
