import { notifyOfClosure, findAppointmentsInClosure } from '#app/domain/booking/closure-appointments.server.ts'
import { addClosure, openOnHoliday, removeClosure } from '#app/domain/clinic/change-closures.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { writeClosedNotice } from '#app/domain/clinic/closed-notice.ts'
import { closureForm } from '#app/domain/clinic/clinic-forms.server.ts'
import { toClosure } from '#app/domain/clinic/closures.ts'
import { clinicDate, parseDay } from '#app/domain/shared/clinic-time.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { getActor } from '#app/http/admin.server.ts'
import { askAboutClaims } from '#app/http/ask-about-claims.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { checkFields, type Typed } from '#app/http/parse-form.ts'
import type { Services } from '#app/services.server.ts'
import { dayInWords } from '#app/ui/admin/section-summary.ts'
import { clinicAdminPage } from '#content/pages/admin-clinic.ts'
import { admin } from '#content/pages/admin.ts'
import { answer, done, submitSection } from './answers.server.ts'

const words = clinicAdminPage.closures

export function saveClosures(context: RequestContext, typed: Typed) {
  const intents = {
    remove: () => reopen(context, typed.closure),
    tell: () => tell(context, typed.closure),
    'open-holiday': () => changeHoliday(context, typed, true),
    'close-holiday': () => changeHoliday(context, typed, false),
    close: () => close(context, typed),
  }
  // The button under the question about claims has no intent.
  const act = ownValue(intents, typed.intent ?? 'close')
  return act
    ? submitSection(context, 'closures', typed, act)
    : answer('closures', typed, 400, { error: admin.unknownIntent })
}

async function reopen(context: RequestContext, closure = '') {
  const id = /^[\w-]{1,64}$/.exec(closure)?.[0]
  const wereTold = await arePatientsTold(context, id)
  const removed = id
    ? await removeClosure(context.get(servicesContext), getActor(context), { id, now: Date.now() })
    : undefined
  const text = removed?.tookNoticeBack ? words.removedWithNotice : words.removed
  return done(context, 'closures', wereTold ? `${text} ${words.toldOtherwise}` : text)
}

async function changeHoliday(context: RequestContext, typed: Typed, isOpen: boolean) {
  const day = parseDay(typed.day ?? '')?.toString()
  const wereTold = isOpen && (await arePatientsTold(context, `holiday-${day}`))
  if (day) await openOnHoliday(context.get(servicesContext), getActor(context), { day, isOpen, now: Date.now() })
  const text = words.holidays[isOpen ? 'opened' : 'closed']
  return done(context, 'closures', wereTold ? `${text} ${words.toldOtherwise}` : text)
}

/** Emails each patient with an appointment in the closure once. */
async function tell(context: RequestContext, id: string | undefined) {
  const deps = context.get(servicesContext)
  const now = Date.now()
  const closure = findClosure(deps, id, now)
  if (closure) await notifyOfClosure(deps, getActor(context), { closure, now })
  return done(context, 'closures', words.patientsTold)
}

const findClosure = ({ clinic }: Pick<Services, 'clinic'>, id: string | undefined, now: number) => {
  const { closures, holidays } = clinic.facts(now)
  return [...closures, ...holidays.map(toClosure)].find((closure) => closure.id === id)
}

/** Whether a patient who still has an appointment in it was emailed that the clinic will be closed. */
async function arePatientsTold(context: RequestContext, id: string | undefined) {
  const deps = context.get(servicesContext)
  const now = Date.now()
  const closure = findClosure(deps, id, now)
  return (
    closure !== undefined &&
    (await findAppointmentsInClosure(deps.database.db, closure, now)).some(({ wasNotified }) => wasNotified)
  )
}

async function close(context: RequestContext, typed: Typed) {
  const now = Date.now()
  const today = clinicDate(now, clinicTimeZone)
  const checked = checkFields(typed, closureForm(today))
  if (!checked.ok) return answer('closures', typed, 400, { fieldErrors: checked.errors })

  const { closure, tell, words: own } = checked.values
  const prose = [closure.reason, tell && own].filter(Boolean).join('\n\n')
  const { asked, wereShown } = askAboutClaims(prose, typed)
  const replaces = /^\d{1,9}$/.test(typed.replaces ?? '') ? Number(typed.replaces) : undefined
  if (asked) return answer('closures', typed, 400, {}, { claims: asked, replaces })

  const deps = context.get(servicesContext)
  const notice = tell
    ? {
        text: own ?? writeClosedNotice(closure, deps.clinic.facts(now), today),
        until: closure.lastDay,
        revision: replaces,
      }
    : undefined
  const added = await addClosure(deps, getActor(context), { closure, notice, claimsShown: wereShown, now })
  if (added.ok) {
    const { notice: shown } = deps.clinic.facts(Date.now())
    return done(context, 'closures', words.added, notice && shown ? words.told(shown) : undefined)
  }
  if (added.reason === 'too-many') return answer('closures', typed, 400, { error: words.tooMany })
  const { there, revision } = added
  const error = words.noticeThere(there.text, dayInWords(there.until, today.toString()))
  return answer('closures', typed, 409, { error }, { replaces: revision })
}
