import type { Tx } from '#app/database/tables.ts'
import { countUse, type Limit, refundUse, type Sender } from '#app/domain/limits/limits.server.ts'

/** Keeps strangers from flooding a mailbox. Counts whether or not the address has an account. */
const perAddress: Limit = { most: 5, windowMs: 60 * 60 * 1000 }

export const countAccountEmail = ({ tx }: { tx: Tx }, sender: Sender | undefined, now: number) =>
  sender ? countUse({ tx }, toKey(sender), perAddress, now) : { ok: true as const }

export const refundAccountEmail = async ({ tx }: { tx: Tx }, sender: Sender | undefined) =>
  sender && refundUse({ tx }, toKey(sender))

const toKey = ({ address }: Sender) => `account-email:address:${address}`
