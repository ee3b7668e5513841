import { data } from 'react-router'
import type { WeekHours } from '#app/domain/clinic/sections.ts'
import {
  addOwnDays,
  allowOwn,
  type HoursChanged,
  removeOwnDays,
  saveOwnWeek,
  undoOwnHours,
} from '#app/domain/booking/own-hours/change-own-hours.server.ts'
import { ownDaysForm, ownWeekForm } from '#app/domain/booking/own-hours/own-hours-form.server.ts'
import { chooseOwnServices } from '#app/domain/booking/own-hours/own-services.server.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { redirectDone, type UndoFields } from '#app/http/done.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { showForm, submitIntent } from '#app/http/submit.server.ts'
import { toDatedRow } from '#app/ui/admin/appointment-rows.ts'
import { ownHoursPage as words } from '#content/pages/own-hours.ts'
import type { Question } from './question.tsx'

export async function receiveHours(request: Request, context: RequestContext, id: string) {
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const posted = await typedFields(request)
  // The button of a question: about appointments outside of new hours, or services that nobody else gives.
  const [intent = '', anyway] = (posted.intent ?? '').split(/(-anyway)$/)
  const typed: Typed = { ...posted, intent }
  const now = Date.now()
  const person = `person:${id}` as const
  const change = { person, now, anyway: anyway !== undefined }
  const { timeZone } = services.clinic.facts(now)
  const done = (text: string, undo?: UndoFields) =>
    redirectDone(context, typed, { record: `/admin/hours/${id}`, text, undo })
  const ask = (question: Question) => data({ form: { values: typed }, question }, { status: 409 })
  const chosen = (prefix: string) =>
    services.content
      .list('services')
      .map((service) => service.id)
      .filter((service) => typed[`${prefix}.${service}`] !== undefined)
  const check = (prefix: string, ids: readonly string[]) =>
    Object.fromEntries(ids.map((service) => [`${prefix}.${service}`, 'on']))

  const answer = (changed: HoursChanged, text: string) => {
    if (changed.ok) {
      const { revision } = changed
      return done(text, revision === undefined ? undefined : { intent: 'undo', revision })
    }
    switch (changed.reason) {
      case 'not-found':
        return showForm(typed, 404, { error: words.gone })
      case 'not-allowed':
        return showForm(typed, 403, { error: words.locked })
      case 'changed-meanwhile':
        return showForm(typed, 409, { error: words.changed })
      case 'overlapping-days':
        return showForm(typed, 400, { fieldErrors: { firstDay: words.days.errors.overlapping } })
      case 'too-many':
        return showForm(typed, 400, { fieldErrors: { firstDay: words.days.errors.tooMany } })
      case 'overlap':
        return ask({
          text: words.overlap,
          appointments: changed.appointments.map((appointment) => toDatedRow(services, appointment, timeZone, now)),
        })
    }
  }

  const saveWeek = async (week: WeekHours | undefined) =>
    answer(
      await saveOwnWeek(services, actor, { ...change, week, over: Number(typed.revision ?? '') }),
      words.done.hours,
    )

  return submitIntent(context, typed, {
    async week() {
      const checked = checkFields(typed, ownWeekForm)
      return checked.ok ? saveWeek(checked.values) : showForm(typed, 400, { fieldErrors: checked.errors })
    },
    'as-clinic': () => saveWeek(undefined),
    async days() {
      const checked = checkFields(typed, ownDaysForm(clinicDate(now, timeZone)))
      if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
      return answer(await addOwnDays(services, actor, { ...change, days: checked.values }), words.done.days)
    },
    async 'remove-days'() {
      const removed = await removeOwnDays(services, actor, { ...change, id: typed.days ?? '' })
      return answer(removed, words.done.removed)
    },
    async undo() {
      const undone = await undoOwnHours(services, actor, { ...change, revision: Number(typed.revision ?? '') })
      if (!undone.ok && undone.reason === 'changed-meanwhile') return showForm(typed, 409, { error: words.undo.late })
      return undone.ok ? done(words.undo.done) : answer(undone, words.undo.done)
    },
    async services() {
      await services.content.reload()
      const chose = await chooseOwnServices(services, actor, { ...change, gives: chosen('gives') })
      if (chose.ok) return done(words.done.services, { intent: 'services-anyway', ...check('gives', chose.before) })
      if (chose.reason === 'not-found') return showForm(typed, 404, { error: words.gone })
      if (chose.reason === 'last-giver') {
        const titles = new Intl.ListFormat('en-US').format(chose.titles)
        return ask({ text: words.services.lastGiver(titles) })
      }
      return showForm(typed, 400, { fieldErrors: { services: words.services.none } })
    },
    async allow() {
      const allowing = { person, now, isTheirs: typed.hours !== undefined, allowed: chosen('allowed') }
      const changed = await allowOwn(services, actor, allowing)
      if (!changed.ok) return showForm(typed, 404, { error: words.gone })
      const { isTheirs, allowed } = changed.before
      const undo = { intent: 'allow', ...(isTheirs && { hours: 'on' }), ...check('allowed', allowed) }
      return done(words.done.allowed, undo)
    },
  })
}
