import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { sendMessage } from '#app/domain/contact/messages.server.ts'
import { recordFailure, recordFailedTry } from '#app/domain/outbox/letters.server.ts'
import { clinicDate, clinicDayBounds } from '#app/domain/shared/clinic-time.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { bookVisit } from './booking.ts'
import { contentClinic } from './content-clinic.ts'
import { besideSite } from './databases.ts'

type Running = { dataDir: string; settings?: Record<string, string> }

const message = { name: 'Grace Kim', email: 'grace@example.com', message: 'Do you see people by telehealth?' }

/** Sends a message in the database of a running site, and answers its id. */
export const sendMessageOn = (site: Running, more: Partial<typeof message> = {}) =>
  besideSite(site, async (database) => {
    const secret = site.settings?.SESSION_SECRET ?? readFileSync(join(site.dataDir, 'session-secret'), 'utf8').trim()
    const deps = { database, queue: createQueue(database), clinic: contentClinic, mailDomain: 'clinic.example' }
    const sent = { message: { ...message, ...more }, sender: undefined, now: Date.now() }
    await sendMessage({ ...deps, signer: createSigner(secret) }, sent)
    const row = database.db.selectFrom('messages').select('id').orderBy('sent_at', 'desc').limit(1)
    return (await row.executeTakeFirstOrThrow()).id
  })

/** Books a visit that began a minute ago, in the database of a running site; answers its id. */
export const bookVisitOn = (site: Running) =>
  besideSite(site, async (database) => {
    const encryptionKey =
      site.settings?.ENCRYPTION_KEY ?? readFileSync(join(site.dataDir, 'encryption-key'), 'utf8').trim()
    const booked = await bookVisit(database, { encryptionKey })
    if (!booked.ok) throw new Error(`it was not booked: ${booked.reason}`)
    const { id } = booked.appointment
    const now = Date.now()
    const { from } = clinicDayBounds(clinicDate(now, clinicTimeZone).toString(), clinicTimeZone)
    const times = { starts_at: Math.max(from, now - 60_000), ends_at: now + 3_600_000 }
    await database.db.updateTable('appointments').set(times).where('id', '=', id).execute()
    return id
  })

/** Lets the letters of a kind come back, as a mail server may after it took them; answers their ids. */
export const letComeBack = (site: Running, kind: string, detail = '550 no such mailbox') =>
  besideSite(site, async (database) => {
    const letters = await database.db.selectFrom('letters').select('id').where('kind', '=', kind).execute()
    const ids = letters.map(({ id }) => id)
    await database.transaction(async (tx) => {
      await tx.deleteFrom('jobs').where('id', 'in', ids).execute()
      await tx
        .updateTable('letters')
        .set({ state: 'waiting', raw: null, sent_at: null, handled_at: null })
        .where('id', 'in', ids)
        .execute()
      for (const id of ids) {
        await recordFailedTry(tx, id, { trouble: 'letter', detail })
        await recordFailure(tx, id)
      }
    })
    return ids
  })
