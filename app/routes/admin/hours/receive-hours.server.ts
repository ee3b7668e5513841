import { data } from 'react-router'
import type { WeekHours } from '#app/domain/clinic/sections.ts'
import {
  addOwnDays,
  allowOwn,
  type HoursChanged,
  removeOwnDays,
  saveOwnWeek,
} from '#app/domain/booking/change-own-hours.server.ts'
import { ownDaysForm } from '#app/domain/booking/own-hours-form.server.ts'
import { chooseOwnServices } from '#app/domain/booking/own-services.server.ts'
import { hoursForm } from '#app/domain/clinic/clinic-forms.server.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { getActor } from '#app/http/admin.server.ts'
import { servicesContext, type RequestContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import type { Flash } from '#app/http/flash.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { showForm, submitIntent } from '#app/http/submit.server.ts'
import { toDatedRow } from '#app/ui/admin/appointment-rows.ts'
import { ownHoursPage as words } from '#content/pages/own-hours.ts'

export async function receiveHours(request: Request, context: RequestContext, id: string) {
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const posted = await typedFields(request)
  // The second button of a form whose hours leave appointments outside.
  const [intent = '', anyway] = (posted.intent ?? '').split(/(-anyway)$/)
  const typed: Typed = { ...posted, intent }
  const now = Date.now()
  const person = `person:${id}` as const
  const change = { person, now, anyway: anyway !== undefined }
  const { timeZone } = services.clinic.facts(now)
  const done = (flash: Flash) => redirectDone(context, typed, { record: `/admin/hours/${id}`, flash })
  const chosen = (prefix: string) =>
    services.content
      .list('services')
      .map((service) => service.id)
      .filter((service) => typed[`${prefix}.${service}`] !== undefined)

  const answer = (changed: HoursChanged, flash: Flash) => {
    if (changed.ok) return done(flash)
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
      case 'overlap': {
        const overlapping = changed.appointments.map((appointment) => toDatedRow(services, appointment, timeZone, now))
        const form: FormState = { values: typed, error: words.overlap }
        return data({ form, overlapping }, { status: 409 })
      }
    }
  }

  const saveWeek = async (week: WeekHours | undefined) =>
    answer(await saveOwnWeek(services, actor, { ...change, week, over: Number(typed.revision ?? '') }), 'hours-saved')

  return submitIntent(context, typed, {
    async week() {
      const checked = checkFields(typed, hoursForm)
      return checked.ok ? saveWeek(checked.values) : showForm(typed, 400, { fieldErrors: checked.errors })
    },
    'as-clinic': () => saveWeek(undefined),
    async days() {
      const checked = checkFields(typed, ownDaysForm(clinicDate(now, timeZone)))
      if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
      return answer(await addOwnDays(services, actor, { ...change, days: checked.values }), 'own-days-added')
    },
    async 'remove-days'() {
      const removed = await removeOwnDays(services, actor, { ...change, id: typed.days ?? '' })
      return answer(removed, 'own-days-removed')
    },
    async services() {
      const chose = await chooseOwnServices(services, actor, { person, gives: chosen('gives'), now })
      if (chose.ok) return done('own-services-saved')
      if (chose.reason === 'not-found') return showForm(typed, 404, { error: words.gone })
      return showForm(typed, 400, { error: words.services.none })
    },
    async allow() {
      const allowing = { person, now, isTheirs: typed.hours !== undefined, allowed: chosen('allowed') }
      return answer(await allowOwn(services, actor, allowing), 'own-hours-allowed')
    },
  })
}
