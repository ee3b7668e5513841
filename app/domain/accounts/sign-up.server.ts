import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { countPost, type Allowed, refundPost, type Sender } from '#app/domain/limits/limits.server.ts'
import { sendEmail } from '#app/domain/outbox/emails.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { countAccountEmail, refundAccountEmail } from './account-emails.server.ts'

type Deps = { database: Database; signIn: SignIn; queue: Queue; mailDomain: string; emailsLeave: boolean }

type SignedUp =
  /** `email`: said alike for new and known addresses. */
  | { ok: true; next: 'email' | 'log-in' }
  | { ok: false; reason: 'too-many'; retryAt: number }
  /** `known` only while emails are kept in the house, since nobody could be told otherwise. */
  | { ok: false; reason: 'known' | 'busy' }

type NewAccount = { name: string; email: string; password: string; sender: Sender | undefined; now: number }

/** How long the link in the email can be used. */
const confirmWithinMs = 24 * 60 * 60 * 1000

/**
 * Makes an account whose address is still to be proved. An address that has one already is told by email, to its
 * owner alone; its password stays as it is.
 */
export async function signUp(deps: Deps, { name, email, password, sender, now }: NewAccount): Promise<SignedUp> {
  const { database, signIn, emailsLeave } = deps
  const allowed = await database.transaction((tx) => allowSignUp({ tx, emailsLeave }, sender, now))
  if (!allowed.ok) return { ...allowed, reason: 'too-many' }
  // For known addresses too, so that both take as long.
  const hash = await signIn.hash(password, 'new-password')
  if (!hash) {
    await database.transaction((tx) => giveBackSignUp({ tx, emailsLeave }, sender))
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
  // Of two with the same address at once, the later one finds the account made.
  return add().catch(add)
}

/** Asked before the password is hashed, which is what costs: a refused sign-up keeps nobody from signing in. */
async function allowSignUp({ tx, emailsLeave }: Counting, sender: Sender | undefined, now: number): Promise<Allowed> {
  const allowed = await countPost({ tx }, 'sign-up', sender, now)
  return allowed.ok && emailsLeave ? countAccountEmail({ tx }, sender, now) : allowed
}

async function giveBackSignUp({ tx, emailsLeave }: Counting, sender: Sender | undefined) {
  await refundPost({ tx }, 'sign-up', sender)
  if (emailsLeave) await refundAccountEmail({ tx }, sender)
}

type Counting = { tx: Tx; emailsLeave: boolean }

/** 'Send it again': to an address whose account still waits for it, and nothing to any other. */
export async function resendConfirmation(
  deps: Deps,
  { email, sender, now }: Pick<NewAccount, 'email' | 'sender' | 'now'>,
): Promise<{ ok: true } | { ok: false; retryAt: number }> {
  return deps.database.transaction(async (tx) => {
    const mayWrite = await countAccountEmail({ tx }, sender, now)
    if (!mayWrite.ok) return mayWrite
    // Nobody's when there is no account; the work is alike, and an email that confirms nothing is never rendered.
    const accountId = (await deps.signIn.findAccount(email))?.id ?? randomUUID()
    await sendConfirmation({ ...deps, tx }, { accountId, email, now })
    return { ok: true }
  })
}

async function sendConfirmation(
  deps: { tx: Tx; signIn: SignIn; queue: Queue; mailDomain: string },
  { accountId, email, now }: { accountId: string; email: string; now: number },
) {
  const ids = { accountId, until: now + confirmWithinMs }
  await deps.signIn.addConfirmation(ids)
  await sendEmail(deps, { kind: 'account-confirm', ids, recipient: email })
}
