import { countPost, type Allowed, countUse, type Limit, type Sender } from '#app/domain/limits/limits.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { BookingDeps } from './deps.ts'

/** Nobody's mailbox is filled by a stranger. */
const perAddress: Limit = { most: 5, windowMs: 60 * 60 * 1000 }

/**
 * Accepts an email with the links to the appointments of an address. Whether there are any is found out when the email
 * is written, and one about nothing is not sent: so what is answered here, and after how long, is alike for any address.
 */
export function askForLinks(
  { database, ...deps }: Pick<BookingDeps, 'database' | 'queue' | 'mailDomain'>,
  { email, sender, now }: { email: string; sender: Sender | undefined; now: number },
): Promise<Allowed> {
  return database.transaction(async (tx) => {
    const allowed = await countPost({ tx }, 'appointment-links', sender, now)
    if (!allowed.ok) return allowed
    if (sender) {
      const mayWrite = await countUse({ tx }, `appointment-links:emails:${sender.address}`, perAddress, now)
      if (!mayWrite.ok) return mayWrite
    }
    await sendEmail(
      { ...deps, tx },
      { kind: 'appointment-links', ids: { email }, recipient: email, limitedAs: sender?.address },
    )
    return { ok: true }
  })
}
