import { allowServer } from '#app/domain/private-calendars/allow-server.server.ts'
import { calendarForm, toSource } from '#app/domain/private-calendars/calendar-source.server.ts'
import { chooseCalendars } from '#app/domain/private-calendars/choose-calendars.server.ts'
import { addCalendar, enqueueReading, removeCalendar } from '#app/domain/private-calendars/private-calendars.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { checkFields, typedFields } from '#app/http/parse-form.ts'
import { showForm, submitIntent } from '#app/http/submit.server.ts'
import { privateCalendars as words } from '#content/pages/private-calendars.ts'

export async function receiveCalendar(request: Request, context: RequestContext) {
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const typed = await typedFields(request)
  const { calendar = '' } = typed
  const done = (text: string) => redirectDone(context, typed, { record: '/admin/private-calendars', text })
  return submitIntent(context, typed, {
    async add() {
      const checked = checkFields(typed, calendarForm)
      if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
      const { person = '' } = typed
      const added = await addCalendar(services, actor, { person, source: toSource(checked.values), now: Date.now() })
      if (added.ok) return done(words.add.done)
      return added.reason === 'too-many'
        ? showForm(typed, 409, { fieldErrors: { person: words.errors.tooMany } })
        : showForm(typed, 400, { fieldErrors: { person: words.errors.person } })
    },
    async check() {
      await enqueueReading(services, actor.scope, calendar)
      return done(words.check.done)
    },
    async choose() {
      const shown = (typed.shown ?? '').split(' ')
      const read = shown.filter((key) => typed[`read.${key}`] !== undefined)
      const chosen = { id: calendar, shown, read, readsNew: typed.later !== undefined }
      const chose = await chooseCalendars(services, actor, chosen)
      return chose.ok ? done(words.choose.done) : showForm(typed, 404, { error: words.errors.gone })
    },
    'allow-server': async () => {
      const allowed = await allowServer(services, actor, { id: calendar, origin: typed.origin ?? '' })
      return allowed.ok ? done(words.otherServer.done) : showForm(typed, 409, { error: words.otherServer.gone })
    },
    async remove() {
      await removeCalendar(services, actor, calendar)
      return done(words.remove.done)
    },
  })
}
