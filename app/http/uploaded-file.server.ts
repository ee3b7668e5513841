import { parseMultipart } from './multipart.ts'
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

type Upload = { typed: Typed; file: Uint8Array | undefined; isTooLarge: boolean }

/** A form with one file and some texts. Of one that is larger than `most` bytes only the texts are kept. */
export async function readUpload(request: Request, field: string, most: number): Promise<Upload> {
  const { bytes, isTooLarge } = await readBody(request, most)
  const parts = parseMultipart(bytes, request.headers.get('Content-Type') ?? '') ?? []
  const typed: Typed = {}
  for (const part of parts)
    if (part.fileName === undefined) typed[part.name] ??= part.bytes.toString('utf8').replaceAll('\0', '\u0001')
  // Browsers send a file without a name when none was chosen.
  const file = parts.find(({ name, fileName }) => name === field && fileName)?.bytes
  const tooLarge = isTooLarge || (file?.length ?? 0) > most
  return { typed, file: tooLarge ? undefined : file, isTooLarge: tooLarge }
}

/** The texts of a form stand within this many bytes of its start or its end. */
const edge = 64 * 1024

/**
 * Reads to the end, since browsers read the answer only then. Of a body that is too large it keeps the start and the
 * end, between which its file was; together they are still a form.
 */
async function readBody(request: Request, most: number) {
  let parts: Uint8Array[] = []
  let start: Buffer | undefined
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.length
    parts.push(part)
    if (size <= most + edge) continue
    start ??= Buffer.concat(parts).subarray(0, edge)
    parts = lastBytes(parts)
  }
  return { bytes: Buffer.concat(start ? [start, ...parts] : parts), isTooLarge: start !== undefined }
}

/** As few of the parts as have `edge` bytes together. */
function lastBytes(parts: Uint8Array[]) {
  let first = parts.length
  for (let bytes = 0; first > 0 && bytes < edge; bytes += parts[first]!.length) first -= 1
  return parts.slice(first)
}
