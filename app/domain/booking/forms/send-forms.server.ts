import { recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import { changeAppointment, type NotFound } from '#app/domain/booking/appointment-change.server.ts'
import { sendAppointmentEmails } from '#app/domain/booking/appointment-emails.server.ts'
import type { BookingDeps } from '#app/domain/booking/deps.ts'
import { listNotSigned } from './forms.server.ts'

type Sent = { ok: true } | NotFound | { ok: false; reason: 'nothing-due' }

/** Emails the link to what a patient has not filled in yet. */
export const sendForms = (
  deps: Omit<BookingDeps, 'booking' | 'pages'>,
  actor: ScopedActor,
  { id, now }: { id: string; now: number },
): Promise<Sent> =>
  changeAppointment(deps, actor, id, async (tx, appointment): Promise<Sent> => {
    const due = await listNotSigned({ db: tx, content: deps.content }, [appointment], now)
    if (due.size === 0 || appointment.email === '') return { ok: false, reason: 'nothing-due' }
    await sendAppointmentEmails(deps, tx, id, 'forms', now, { by: actor })
    await recordAct({ tx, vault: deps.vault }, actor, { act: 'form.sent', record: `appointment:${id}` })
    return { ok: true }
  })
