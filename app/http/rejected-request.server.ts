import type { Confirmation } from '#app/domain/accounts/confirmation.server.ts'
import type { Role } from '#app/domain/accounts/roles.ts'
import type { UnlockReason } from '#content/pages/admin-unlock.ts'
import { isUpload } from './uploaded-file.server.ts'

/** Its page, which carries the typed values along. */
export const rejectedPath = '/admin-rejected'

/** A request of the dashboard that is answered with another page: denied, unless `isUnread` or `unlock` says why. */
export type RejectedRequest = {
  /** Path and query. */
  address: string
  isPost: boolean
  /** In order, with repeated names. */
  fields: [name: string, value: string][]
  hadFile: boolean
  /** Rejected because the database failed: the page must not query it again. */
  isUnread?: boolean
  /** The roles that may do this; that of the person isn't among them. */
  allowed?: readonly Role[]
  unlock?: Confirmation & {
    why: UnlockReason
    /** Why the last attempt failed. */
    error?: string
  }
}

/** Consumes the request's body. */
export async function rejectedRequest(request: Request): Promise<RejectedRequest> {
  const { pathname, search } = new URL(request.url)
  const isPost = request.method === 'POST'
  const rejected = { address: pathname + search, isPost, hadFile: isUpload(request), fields: [] }
  if (!isPost) return rejected
  if (!rejected.hadFile) return { ...rejected, fields: await readFields(request) }
  // Read to the end, since browsers read the answer only then.
  await request.body?.pipeTo(new WritableStream()).catch(() => {})
  return rejected
}

async function readFields(request: Request) {
  const form = await request.formData().catch(() => new FormData())
  return [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
}

/** The unlock page's fields have a prefix, so that none collides with a field carried along. */
export const isUnlockField = (name: string) => name === 'unlock' || name.startsWith('unlock-')
