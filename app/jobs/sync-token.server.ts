import type { Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'

/** Of an account that was deleted meanwhile there is nothing left to tell. */
export async function syncTokenJob({ signIn, postToken }: Services, { accountId, event }: Payload<'sync-token'>) {
  const account = await signIn.findAccountById(accountId)
  if (account) await postToken({ accountId, email: account.email, event }, Date.now())
}
