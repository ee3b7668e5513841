import type { Tx } from '#app/database/tables.ts'
import { countUse, refundUse, type Limit, type Sender } from '#app/domain/limits/limits.server.ts'

/** Nobody's mailbox is filled by a stranger. */
const perAddress: Limit = { most: 5, windowMs: 60 * 60 * 1000 }

/** Counts an email about an account that anybody may ask for, whether or not there is an account to write about. */
export const countAccountEmail = ({ tx }: { tx: Tx }, sender: Sender | undefined, now: number) =>
  sender ? countUse({ tx }, keyOf(sender), perAddress, now) : { ok: true as const }

/** After one that was not written for a reason of ours. */
export const refundAccountEmail = async ({ tx }: { tx: Tx }, sender: Sender | undefined) =>
  sender && refundUse({ tx }, keyOf(sender))

const keyOf = ({ address }: Sender) => `account-email:address:${address}`
