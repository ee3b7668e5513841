import { randomUUID } from 'node:crypto'
import type { Db } from '#app/database/tables.ts'

/** Makes appointments the days of a plan, in the order of their ids here; returns the plan's id. */
export async function makePlan(db: Db, appointmentIds: readonly string[], title = 'Panchakarma, 7 days') {
  const id = randomUUID()
  await db.insertInto('plans').values({ id, templateId: 'panchakarma-7-days', title, bookedAt: Date.now() }).execute()
  for (const [index, appointmentId] of appointmentIds.entries())
    await db
      .updateTable('appointments')
      .set({ planId: id, planDay: index + 1 })
      .where('id', '=', appointmentId)
      .execute()
  return id
}
