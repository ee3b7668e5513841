/** Undefined when no file was chosen, or the body is not a form with files. */
export async function uploadedFile(
  request: Request,
  field: string,
): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  const form = await request.formData().catch(() => undefined)
  const file = form?.get(field)
  // Browsers send a file without a name when none was chosen.
  if (!(file instanceof File) || file.name === '') return undefined
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** Reading an upload only to reject it would take its whole size in memory. */
export const isUpload = (request: Request) => /^multipart\//i.test(request.headers.get('Content-Type') ?? '')
