/** The file that a form brings; undefined when none was chosen, or the body is no such form. */
export async function uploadedFile(
  request: Request,
  field: string,
): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  const form = await request.formData().catch(() => undefined)
  const file = form?.get(field)
  // A browser sends a file without a name when none was chosen.
  if (!(file instanceof File) || file.name === '') return undefined
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** Forms with files are not what people type, and reading one for nothing would take its whole size in memory. */
export const isUpload = (request: Request) => /^multipart\//i.test(request.headers.get('Content-Type') ?? '')
