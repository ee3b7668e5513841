import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileStream, openForm } from './form-parser.server.ts'
import type { Typed } from './parse-form.ts'

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

type Upload = {
  typed: Typed
  file: SavedFile | undefined
  isTooLarge: boolean
  /** Why the file could not be written. */
  failure?: unknown
}

type SavedFile = { path: string; size: number }

/** `most`: bytes of the file, which is written into `folder`. */
type Expected = { field: string; most: number; folder: () => Promise<string> }

/**
 * A form with one file and some texts, which are known also of a form that is broken or has too large a file. Reads to
 * the end, since browsers read the answer only then.
 */
export async function readUpload(request: Request, { field, most, folder }: Expected): Promise<Upload> {
  const typed: Typed = {}
  const none = { typed, file: undefined, isTooLarge: false }
  let upload: { stream: FileStream; saved: Promise<SavedFile> } | undefined
  const form = openForm(request.headers.get('Content-Type') ?? '', most, {
    onText(name, text) {
      typed[name] ??= text.replaceAll('\0', '\u0001')
    },
    onFile(name, stream, fileName) {
      // Browsers send a file without a name when none was chosen.
      if (upload || name !== field || !fileName) return stream.resume()
      upload = { stream, saved: save(stream, folder) }
      // Awaited when the whole form was read.
      upload.saved.catch(() => {})
    },
  })
  try {
    for await (const part of request.body ?? []) await form?.write(part)
    if (!(await form?.end()) || !upload) return none
    const file = await upload.saved
    return upload.stream.truncated ? { ...none, isTooLarge: true } : { ...none, file }
  } catch (failure) {
    if (request.signal.aborted) throw failure
    return { ...none, failure }
  } finally {
    upload?.stream.destroy()
    await upload?.saved.catch(() => {})
  }
}

/** Takes all that comes, also when it cannot be written: the texts behind it are still wanted. */
async function save(stream: FileStream, folder: Expected['folder']): Promise<SavedFile> {
  let size = 0
  let failure: unknown
  let path = ''
  const file = await openNew().catch((error: unknown) => void (failure = error))
  try {
    for await (const part of stream) {
      size += part.length
      if (!failure) await file?.writeFile(part).catch((error: unknown) => void (failure = error))
    }
  } finally {
    await file?.close()
  }
  if (failure) throw failure
  return { path, size }

  async function openNew() {
    path = join(await folder(), 'upload')
    return open(path, 'wx', 0o600)
  }
}
