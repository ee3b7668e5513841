import { expect, test } from 'vitest'
import { cancelAppointment } from '#app/domain/booking/cancel-appointment.server.ts'
import { movePlan, proposeMove } from '#app/domain/booking/plans/move-plan.server.ts'
import { findPlan } from '#app/domain/booking/plans/plans.server.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import type { EmailDeps } from '#app/mail/define-email.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { appointmentParts } from '#content/emails.ts'
import { at } from '#tests/support/booking.ts'
import { openPlansOn } from '#tests/support/plans.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { appointmentEmail } from './appointment.ts'

const desk = { who: 'desk', from: '127.0.0.1', scope: 'everything' as const }

test('the email about days that were moved has one file of them, also if the first is canceled before it leaves', async () => {
  const database = await openTestDatabase()
  const clinic = openPlansOn(database)
  const { deps } = clinic
  const booked = await clinic.book(1)
  const planId = booked.ok ? booked.planId! : ''
  const plan = (await findPlan(database.db, planId))!
  const now = at('2026-05-04T18:00')
  const from = Temporal.PlainDate.from('2026-05-11')
  const { proposals, rest } = await proposeMove(deps, desk, plan, { from, now })
  const seen = rest.moving.map(({ startsAt }) => startsAt)
  const moved = await movePlan(deps, desk, { planId, seen, days: proposals[0]!.days, now })
  expect(moved).toMatchObject({ ok: true })

  const emailDeps = {
    ...deps,
    content: { ...deliveredContent, list: deps.content.list },
    config: { publicOrigin: 'https://clinic.example' },
    signer: createSigner('s'.repeat(32)),
  } as unknown as EmailDeps
  const emails = await database.db.selectFrom('emails').selectAll().where('kind', '=', 'appointment').execute()
  const email = emails.find(({ ids }) => ids.includes('"moved"'))!
  const read = async () => {
    const { text = '', attachments = [] } = (await appointmentEmail.render(emailDeps, { ids: JSON.parse(email.ids) }))!
    const files = attachments.map((file) => String(file.text).match(/BEGIN:VEVENT/g)?.length)
    return { files, days: [1, 2, 3, 4, 5].filter((day) => text.includes(appointmentParts.ofPlan(day))) }
  }
  expect(await read()).toEqual({ files: [4], days: [2, 3, 4, 5] })
  await cancelAppointment(deps, desk, { id: plan.days[1]!.id, now: now + 5_000 })
  expect(await read()).toEqual({ files: [3], days: [3, 4, 5] })
})
