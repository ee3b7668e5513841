import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { type Allowed, countPost, refundPost, type Sender, type TooMany } from '#app/domain/limits/limits.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { countAccountEmail, refundAccountEmail } from './account-emails.server.ts'

type Deps = { database: Database; signIn: SignIn; queue: Queue; mailDomain: string; emailsLeave: boolean }

type SignedUp =
  /** `email`: the same for new and known addresses. */
  | { ok: true; next: 'email' | 'log-in' }
  | TooMany
  /** `known`: only while the site sends no email, since there is no other way to say so. */
  | { ok: false; reason: 'known' }
  | { ok: false; reason: 'busy' }

type NewAccount = { name: string; email: string; password: string; sender: Sender | undefined; now: number }

const confirmWithinMs = 24 * 60 * 60 * 1000

/**
 * Creates an unverified account. If the address has a verified account already, only its owner learns that, by email,
 * and its password stays.
 */
export async function signUp(deps: Deps, { name, email, password, sender, now }: NewAccount): Promise<SignedUp> {
  const { database, signIn, emailsLeave } = deps
  // Counted before the expensive hash: a rejected sign-up slows no sign-in.
  const allowed = await database.transaction(async (tx): Promise<Allowed> => {
    const postAllowed = await countPost({ tx }, 'sign-up', sender, now)
    return postAllowed.ok && emailsLeave ? countAccountEmail({ tx }, sender, now) : postAllowed
  })
  if (!allowed.ok) return allowed
  // Known addresses too, so that both take as long.
  const hash = await signIn.hash(password, 'new-password')
  if (!hash) {
    await database.transaction(async (tx) => {
      await refundPost({ tx }, 'sign-up', sender)
      if (emailsLeave) await refundAccountEmail({ tx }, sender)
    })
    return { ok: false, reason: 'busy' }
  }
  const add = () =>
    database.transaction(async (tx): Promise<SignedUp> => {
      const known = await signIn.findAccount(email)
      if (!emailsLeave) {
        if (known) return { ok: false, reason: 'known' }
        await signIn.addAccount({ name, email, hash, isVerified: false })
        return { ok: true, next: 'log-in' }
      }
      const id = known?.id ?? (await signIn.addAccount({ name, email, hash, isVerified: false }))
      if (known?.isVerified)
        await sendEmail({ ...deps, tx }, { kind: 'account-known', ids: { accountId: id }, recipient: email })
      else await sendConfirmation({ ...deps, tx }, { accountId: id, email, now })
      return { ok: true, next: 'email' }
    })
  // Of two sign-ups with the same address at once, the second finds the account.
  return add().catch(add)
}

/** 'Send it again': the link arrives only at the address of an unverified account, but the work is always the same. */
export async function resendConfirmation(
  deps: Deps,
  { email, sender, now }: Pick<NewAccount, 'email' | 'sender' | 'now'>,
): Promise<Allowed> {
  return deps.database.transaction(async (tx) => {
    const allowed = await countAccountEmail({ tx }, sender, now)
    if (!allowed.ok) return allowed
    // Without an account a random id stands in: an email that confirms nothing is never rendered.
    const accountId = (await deps.signIn.findAccount(email))?.id ?? randomUUID()
    await sendConfirmation({ ...deps, tx }, { accountId, email, now })
    return { ok: true }
  })
}

async function sendConfirmation(
  deps: Pick<Deps, 'signIn' | 'queue' | 'mailDomain'> & { tx: Tx },
  { accountId, email, now }: { accountId: string; email: string; now: number },
) {
  const ids = { accountId, until: now + confirmWithinMs }
  await deps.signIn.addConfirmation(ids)
  await sendEmail(deps, { kind: 'account-confirm', ids, recipient: email })
}
