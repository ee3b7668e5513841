import { countPost, type Allowed, countUse, type Limit, type Sender } from '#app/domain/limits/limits.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { BookingDeps } from './deps.ts'

/** Keeps a stranger from flooding a mailbox. */
const perAddress: Limit = { most: 5, windowMs: 60 * 60 * 1000 }

/**
 * Enqueues an email with the links to an address's appointments. The job finds out whether there are any, and sends
 * nothing if not, so the response and its timing are the same for every address.
 */
export function askForLinks(
  { database, ...deps }: Pick<BookingDeps, 'database' | 'queue' | 'mailDomain'>,
  { email, sender, now }: { email: string; sender: Sender | undefined; now: number },
): Promise<Allowed> {
  return database.transaction(async (tx) => {
    const allowed = await countPost({ tx }, 'appointment-links', sender, now)
    if (!allowed.ok) return allowed
    if (sender) {
      const allowedEmail = await countUse({ tx }, `appointment-links:emails:${sender.address}`, perAddress, now)
      if (!allowedEmail.ok) return allowedEmail
    }
    await sendEmail(
      { ...deps, tx },
      { kind: 'appointment-links', ids: { email }, recipient: email, limitedAs: sender?.address },
    )
    return { ok: true }
  })
}
