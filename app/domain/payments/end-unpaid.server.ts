import type { Database } from '#app/database/connection.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { type CheckDeps, checkPayment } from './check-payment.server.ts'
import { findPayable, type Payables } from './payable.ts'
import { findOpenPayment } from './payments.server.ts'
import { payableKinds, type Subject } from './subject.ts'

type Deps = { database: Database; queue: Queue; payables: Payables }

/** Has everything ended that nobody paid in time. */
export async function endUnpaidSoon({ database, queue, payables }: Deps, now: number) {
  const overdue: Subject[] = []
  for (const kind of payableKinds)
    for (const ref of await payables[kind].listOverdue(database.db, now)) overdue.push(`${kind}:${ref}`)
  if (overdue.length === 0) return
  await database.transaction(async (tx) => {
    for (const subject of overdue)
      await queue.enqueue(tx, 'end-unpaid', { subject }, { uniqueKey: `end-unpaid:${subject}` })
  })
}

/** Ends what was to be paid online and was not, its checkout first. False if it has to be tried again. */
export async function endUnpaid(deps: CheckDeps, subject: Subject, now: number): Promise<boolean> {
  const { database, payables } = deps
  const open = await findOpenPayment(database.db, subject)
  if (open && ['open', 'busy'].includes(await checkPayment(deps, open.id, now))) return false
  const { payable, ref } = findPayable(payables, subject)
  return database.transaction(async (tx) => {
    await payable.lock(tx, ref)
    // Begun since it was asked about.
    if (await findOpenPayment(tx, subject)) return false
    await payable.endUnpaid(tx, ref, now)
    return true
  })
}
