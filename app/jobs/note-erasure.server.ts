import type { Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

const retryAfterMs = 5 * 60_000

type Deps = {
  backups: Pick<Services['backups'], 'noteErasure'>
  log: { error(details: object, message: string): void }
}

/**
 * Notes next to the backups that a person was erased. It is retried without end, since a backup that is restored without
 * the note brings the person back.
 */
export async function noteErasure({ backups, log }: Deps, entry: Payload<'note-erasure'>) {
  try {
    await backups.noteErasure(entry)
    return undefined
  } catch (err) {
    log.error({ err }, 'an erasure could not be noted beside the backups; it will be tried again')
    return { state: 'again' as const, at: Date.now() + retryAfterMs }
  }
}
