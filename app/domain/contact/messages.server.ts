import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import type { ClinicNow } from '#app/domain/clinic/clinic-now.server.ts'
import { type Allowed, countPost, countUse, type Limit, type Sender } from '#app/domain/limits/limits.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Signer } from '#app/vault/signing.server.ts'
import type { ContactMessage } from './contact-form.server.ts'

type Deps = {
  database: Database
  queue: Queue
  signer: Pick<Signer, 'fingerprint'>
  clinic: Pick<ClinicNow, 'facts'>
  mailDomain: string
}

/** The same address and text within ten minutes is one message (product decisions, 'Forms on cached pages'). */
const duplicateLimit: Limit = { most: 1, windowMs: 10 * 60 * 1000 }

/** Saves the message and emails the clinic, in one transaction. A duplicate succeeds and adds nothing. */
export async function sendMessage(
  deps: Deps,
  { message, sender, now }: { message: ContactMessage; sender: Sender | undefined; now: number },
): Promise<Allowed> {
  return deps.database.transaction(async (tx) => {
    const allowed = await countPost({ tx }, 'contact', sender, now)
    if (!allowed.ok) return allowed
    if (await isFirst(deps, tx, message, now)) await saveMessage(deps, tx, message, now)
    return { ok: true }
  })
}

export async function findMessage({ db }: Pick<Database, 'db'>, id: string): Promise<ContactMessage | undefined> {
  return db.selectFrom('messages').select(['name', 'email', 'text as message']).where('id', '=', id).executeTakeFirst()
}

/** The counter's row is locked, so that of two clicks at once, also in two processes, only one is first. */
async function isFirst({ signer }: Deps, tx: Tx, { email, message }: ContactMessage, now: number) {
  const fingerprint = signer.fingerprint('contact message', `${email}\n${message}`)
  return (await countUse({ tx }, `contact:same:${fingerprint}`, duplicateLimit, now)).ok
}

async function saveMessage(
  { queue, clinic, mailDomain }: Deps,
  tx: Tx,
  { name, email, message }: ContactMessage,
  now: number,
) {
  const id = randomUUID()
  await tx.insertInto('messages').values({ id, name, email, text: message, sentAt: now }).execute()
  const recipient = clinic.facts(now).emails.general
  await sendEmail({ tx, queue, mailDomain }, { kind: 'contact-message', ids: { contactMessageId: id }, recipient })
}
