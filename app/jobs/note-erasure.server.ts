import type { Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/** Notes beside the backups that a person was erased; tried again until it is on the disk. */
export const noteErasureJob = ({ backups }: Services, entry: Payload<'note-erasure'>) => backups.noteErasure(entry)
