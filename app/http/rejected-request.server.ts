import type { UnlockReason } from '#content/pages/admin-security.ts'
import { isUpload } from './uploaded-file.server.ts'

/** A request of the dashboard that is answered with another page, which keeps what was typed. */
export type RejectedRequest = {
  /** Path and query. */
  address: string
  isPost: boolean
  /** In their order, repeated ones too. */
  fields: [name: string, value: string][]
  hadFile: boolean
  /** Rejected since the database is in trouble: nothing needs to be asked of it for this page. */
  isUnread?: boolean
  unlock?: {
    why: UnlockReason
    by: 'code' | 'password'
    /** What was wrong with the try before. */
    error?: string
  }
}

/** Reads the request's form, so only for one that goes no further, or a copy. */
export async function rejectedRequest(request: Request): Promise<RejectedRequest> {
  const { pathname, search } = new URL(request.url)
  const isPost = request.method === 'POST'
  const rejected = { address: pathname + search, isPost, hadFile: isUpload(request), fields: [] }
  if (!isPost) return rejected
  if (!rejected.hadFile) return { ...rejected, fields: await fieldsOf(request) }
  // To its end, since browsers look for an answer only then; nothing of it is kept.
  await request.body?.pipeTo(new WritableStream()).catch(() => {})
  return rejected
}

export async function fieldsOf(request: Request) {
  const form = await request.formData().catch(() => new FormData())
  return [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
}
