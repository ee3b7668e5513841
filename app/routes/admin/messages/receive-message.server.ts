import { data } from 'react-router'
import { z } from 'zod'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { findInboxMessage, handleMessage } from '#app/domain/contact/inbox.server.ts'
import { fillTemplate, findTemplate, insertTemplate } from '#app/domain/contact/reply-template.ts'
import { sendReply, undoReply } from '#app/domain/contact/replies.server.ts'
import { replyForm } from '#app/domain/contact/reply-form.server.ts'
import { assignMessages, snoozeMessages } from '#app/domain/contact/sort-messages.server.ts'
import { clinicDate, clinicDayStart, parseDay } from '#app/domain/shared/clinic-time.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { isId } from '#app/http/require-id.ts'
import { actOn, formError, showForm, submitIntent } from '#app/http/submit.server.ts'
import { adminMessage as words } from '#content/pages/admin-messages.ts'
import { findAssignees } from './assignees.server.ts'
import { findWriter } from './reply-views.server.ts'

/** The acts on one message. */
export async function receiveMessage(id: string, request: Request, context: RequestContext) {
  const typed = await typedFields(request)
  if (typed.intent === undefined) return handle(id, typed, context)
  return submitIntent(context, typed, {
    reply: () => reply(id, typed, context),
    'insert-template': () => insert(id, typed, context),
    'undo-reply': () => undo(id, typed, context),
    assign: () => assign(id, typed, context),
    snooze: () => snooze(id, typed, context),
    wake: () => wake(id, typed, context),
  })
}

const handleForm = z.object({ handled: z.enum(['yes', 'no']) })

async function handle(id: string, typed: Typed, context: RequestContext) {
  const checked = handleForm.safeParse(typed)
  if (!checked.success) return data(null, { status: 400 })
  const handled = checked.data.handled === 'yes'
  return actOn(context, async () => {
    const change = { id, handled, now: Date.now() }
    if (!(await handleMessage(context.get(servicesContext), getActor(context), change)))
      return data(null, { status: 404 })
    return handled
      ? done(id, typed, context, words.handle.done, { handled: 'no' })
      : done(id, typed, context, words.reopen.done, { handled: 'yes' })
  })
}

async function reply(messageId: string, typed: Typed, context: RequestContext) {
  const services = context.get(servicesContext)
  const checked = checkFields(typed, replyForm)
  if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
  const { reply: id, ...values } = checked.values
  const sent = await sendReply(services, getActor(context), { reply: { ...values, id, messageId }, now: Date.now() })
  if (sent.ok) {
    const reopens = services.emailsLeave && sent.closed
    return done(messageId, typed, context, services.emailsLeave ? words.reply.done : words.reply.stored, {
      ...{ intent: 'undo-reply', reply: id },
      ...(reopens && { reopen: 'yes' }),
    })
  }
  if (sent.reason === 'no-message') return data(null, { status: 404 })
  const who = await findWriter(services, sent.newest)
  // The page that comes shows their reply, so this one may follow it.
  return showForm({ ...typed, seen: sent.newest }, 409, { error: words.reply.answered(who) })
}

/** The page comes back with what was written and the template. */
async function insert(messageId: string, typed: Typed, context: RequestContext) {
  const { database, clinic, content } = context.get(servicesContext)
  const message = await findInboxMessage(database, messageId)
  if (!message) return data(null, { status: 404 })
  const { template: id = '', text = '' } = typed
  if (id === '') return showForm(typed, 400, { fieldErrors: { template: words.reply.template.none } })
  await content.reload()
  const template = findTemplate(content, id)
  if (!template) return showForm(typed, 409, { fieldErrors: { template: words.reply.template.gone } })
  const filled = fillTemplate(template.text, { name: message.name, clinic: clinic.facts(Date.now()).name })
  const values = { ...typed, template: '', text: insertTemplate(text, filled) }
  return data({ form: { values, notice: words.reply.template.inserted }, inserted: filled })
}

/** The page comes back with the text, to be corrected. */
async function undo(messageId: string, typed: Typed, context: RequestContext) {
  const { reply: id = '', reopen } = typed
  if (!isId(id)) return data(null, { status: 400 })
  const undone = { id, messageId, reopen: reopen === 'yes' }
  const taken = await undoReply(context.get(servicesContext), getActor(context), undone)
  if (!taken) return formError(409, words.reply.tooLate)
  const values = { text: taken.text, seen: taken.newest ?? '' }
  return data({ form: { values, notice: words.reply.undone }, inserted: taken.text })
}

async function assign(id: string, typed: Typed, context: RequestContext) {
  const services = context.get(servicesContext)
  const assignees = await findAssignees(services)
  const { assignee = '' } = typed
  if (assignee !== '' && !assignees.has(assignee)) return showForm(typed, 409, { error: words.assign.gone })
  const message = await findInboxMessage(services.database, id)
  if (!message) return data(null, { status: 404 })
  await assignMessages(services, getActor(context), { ids: [id], to: assignee || null })
  const was = message.assignedTo && assignees.has(message.assignedTo) ? message.assignedTo : ''
  return done(id, typed, context, words.assign.done, { intent: 'assign', assignee: was })
}

async function snooze(id: string, typed: Typed, context: RequestContext) {
  const now = Date.now()
  const until = parseSnooze(typed.until ?? '', now)
  if (until === undefined) return showForm(typed, 400, { fieldErrors: { until: words.snooze.wrongDay } })
  const change = { ids: [id], until, now }
  const changed = await snoozeMessages(context.get(servicesContext), getActor(context), change)
  return changed.length > 0 ? done(id, typed, context, words.snooze.done, { intent: 'wake' }) : notOpen(id, context)
}

async function wake(id: string, typed: Typed, context: RequestContext) {
  const change = { ids: [id], until: null, now: Date.now() }
  const changed = await snoozeMessages(context.get(servicesContext), getActor(context), change)
  return changed.length > 0 ? done(id, typed, context, words.snooze.woken) : notOpen(id, context)
}

async function notOpen(id: string, context: RequestContext) {
  const isThere = await findInboxMessage(context.get(servicesContext).database, id)
  return isThere ? formError(409, words.snooze.notOpen) : data(null, { status: 404 })
}

const done = (id: string, typed: Typed, context: RequestContext, text: string, undo?: Typed) =>
  redirectDone(context, typed, { record: `/admin/messages/${id}`, text, undo })

/** When a day from tomorrow on begins; undefined for another day. */
function parseSnooze(typed: string, now: number) {
  const day = parseDay(typed)
  const today = clinicDate(now, clinicTimeZone)
  if (!day || Temporal.PlainDate.compare(day, today) <= 0) return undefined
  if (Temporal.PlainDate.compare(day, today.add({ years: 1 })) > 0) return undefined
  return clinicDayStart(day, clinicTimeZone)
}
