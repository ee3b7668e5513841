import { toAnsweredState } from '#app/domain/booking/answer.server.ts'
import { appointmentStates } from '#app/domain/booking/appointment.ts'
import { formatMovedDays } from '#app/domain/booking/plans/moved-days.ts'
import { toResourceNames } from '#app/domain/booking/service-needs.ts'
import { formatWeekdayTime } from '#app/domain/booking/format-appointment.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import { isCollectionName, isContentName } from '#app/domain/content/content-record.ts'
import { recordPath } from '#content/record-path.ts'
import type { Done } from '#app/domain/shared/done.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { flashAbout, type FlashName, takeFlash } from '#app/http/flash.ts'
import { chosenField, chosenSeparator } from '#app/domain/shared/list-names.ts'
import type { Services } from '#app/services.server.ts'
import {
  adminAppointment,
  appointmentFee,
  adminCalendar,
  adminForms,
  adminMove,
} from '#content/pages/admin-appointments.ts'
import { appointmentTexts } from '#content/pages/admin-texts.ts'
import { entriesWords, pagesWords } from './pages/words.ts'
import { patientPage } from './patients/words.ts'
import { planWords } from '#content/pages/admin-plans.ts'
import { picturesWords } from '#content/pages/admin-pictures.ts'
import { ownHoursPage } from '#content/pages/own-hours.ts'
import { subscribersPage } from './subscribers/words.ts'

/** By flash, from what it is about: an id, sometimes followed by statuses. Undefined for what no act of ours wrote. */
export const dones = {
  'hours-saved': ([id, revision]) => toHoursDone(ownHoursPage.done.hours, id, revision),
  'own-days-added': ([id, revision]) => toHoursDone(ownHoursPage.done.days, id, revision),
  'own-days-removed': ([id, revision]) => toHoursDone(ownHoursPage.done.removed, id, revision),
  'own-hours-undone': () => ({ text: ownHoursPage.undo.done }),
  'own-services-saved': ([id, ...before]) => ({
    text: ownHoursPage.done.services,
    undo: { action: `/admin/hours/${id}`, fields: { intent: 'services-anyway', ...toChecked('gives', before) } },
  }),
  'own-hours-allowed': ([id, hours, ...before]) => ({
    text: ownHoursPage.done.allowed,
    undo: {
      action: `/admin/hours/${id}`,
      fields: { intent: 'allow', ...(hours === 'hours' && { hours: 'on' }), ...toChecked('allowed', before) },
    },
  }),
  'attendance-changed': ([id, was, is]) => {
    const from = appointmentStates.find((state) => state === is)
    const to = appointmentStates.find((state) => state === was)
    if (!from || !to) return undefined
    return {
      text: adminAppointment.state.done[from],
      // A request cannot be made open again.
      ...(to !== 'requested' && {
        undo: { action: `/admin/appointments/${id}`, fields: { intent: to, from } },
      }),
    }
  },
  'request-answered': ([id, word, revision]) => {
    const answer = word === 'accepted' ? 'accepted' : 'declined'
    return {
      text: adminAppointment.state.done[toAnsweredState(answer)],
      undo: {
        action: `/admin/appointments/${id}`,
        fields: { intent: 'undo-answer', answer, revision: revision ?? '' },
      },
    }
  },
  'request-reopened': () => ({ text: adminAppointment.state.done.requested }),
  'subscribers-deleted': ([, skipped, ...ids]) => ({
    text: subscribersPage.bulk.deleted(ids.length, Number(skipped)),
    undo: toUndo(subscribersPath, ids, { intent: 'restore-chosen' }),
  }),
  'subscribers-unsubscribed': ([at, skipped, ...chosen]) => ({
    text: subscribersPage.bulk.unsubscribed(chosen.length, Number(skipped)),
    undo: toUndo(subscribersPath, chosen, { intent: 'undo-unsubscribe', at: at! }),
  }),
  'unsubscribes-undone': ([, skipped, ...chosen]) => ({
    text: subscribersPage.bulk.unsubscribesUndone(chosen.length, Number(skipped)),
  }),
  'subscribers-reset': ([, skipped, ...chosen]) => ({
    text: subscribersPage.bulk.wereReset(chosen.length, Number(skipped)),
    undo: toUndo(subscribersPath, chosen, { intent: 'undo-reset' }),
  }),
  'resets-undone': ([, skipped, ...chosen]) => ({
    text: subscribersPage.bulk.resetsUndone(chosen.length, Number(skipped)),
  }),
  'subscribers-restored': ([, skipped, ...ids]) => ({
    text: subscribersPage.bulk.restored(ids.length, Number(skipped)),
  }),
  'form-on-paper': ([id, form]) => ({
    text: adminForms.done.paper,
    undo: { action: `/admin/appointments/${id}`, fields: { intent: 'form-not-on-paper', form: form! } },
  }),
  'form-paper-undone': ([id, form]) => ({
    text: adminForms.done.back,
    undo: { action: `/admin/appointments/${id}`, fields: { intent: 'form-on-paper', form: form! } },
  }),
  'forms-sent': () => ({ text: adminForms.done.sent }),
  'fee-waived': () => ({ text: appointmentFee.done }),
  'texts-agreed': ([id]) => ({
    text: appointmentTexts.done.agreed,
    undo: { action: `/admin/appointments/${id}`, fields: { intent: 'end-texts' } },
  }),
  // Only the patient can agree again.
  'texts-ended': () => ({ text: appointmentTexts.done.ended }),
  'appointment-saved': () => ({ text: adminAppointment.state.saved }),
  'appointment-cancelled': ([id]) => ({
    text: adminAppointment.state.done.cancelled,
    undo: { action: `/admin/appointments/${id}`, fields: { intent: 'undo' } },
  }),
  'cancellation-undone': () => ({ text: adminAppointment.state.restored }),
  'appointment-moved-by-staff': ([id, wasAt, wasWith, wasIn, at, who, room, replaced = ''], { booking }) => ({
    text:
      wasAt === at && wasWith === who && wasIn !== room
        ? adminMove.movedToRoom(toRoom(booking, room))
        : adminMove.moved(toMoment(at), toName(booking, who)),
    undo: {
      action: `/admin/appointments/${id}/move`,
      fields: {
        ...{ intent: 'undo', at: wasAt!, who: wasWith!, wasAt: at!, wasWith: who!, replaced },
        ...(wasIn !== '-' && { room: wasIn! }),
      },
    },
  }),
  'appointment-moved-back': ([, , , , at, who], { booking }) => ({
    text: adminMove.movedBack(toMoment(at), toName(booking, who)),
  }),
  'block-changed': ([id, from, until, wasFrom, wasUntil]) => ({
    text: adminCalendar.block.changed(`${toMoment(from)} to ${toMoment(until)}`),
    undo: {
      action: '/admin/appointments',
      fields: { intent: 'stretch', block: id!, from: wasFrom!, until: wasUntil!, wasFrom: from!, wasUntil: until! },
    },
  }),
  'content-published': ([name, from, version], services) =>
    toContentDone(services, name, pagesWords.published, { from, version }),
  'content-restored': ([name, from, version], services) =>
    toContentDone(services, name, pagesWords.restored, { from, version }),
  'content-removed': ([name, from, version], services) =>
    toContentDone(services, name, pagesWords.removal.done, { from, version }),
  'content-put-back': ([name, from, version], services) =>
    toContentDone(services, name, pagesWords.removal.back, { from, version }),
  'content-added': () => ({ text: pagesWords.added }),
  'content-saved': ([name], services) => toContentNote(services, name, pagesWords.saved),
  'content-scheduled': ([name], services) => toContentNote(services, name, pagesWords.scheduled),
  'content-unscheduled': ([name], services) => toContentNote(services, name, pagesWords.unscheduled),
  'content-discarded': ([name, from, revision, version], services) => {
    const done = toContentNote(services, name, pagesWords.discarded)
    if (!done || !name || !from || !revision || !version) return done
    const fields = { intent: 'reopen', from, revision, version }
    return { ...done, undo: { action: recordPath(name), fields } }
  },
  'content-list-changed': ([name, act, from, revision, version], services) => {
    const done = toContentNote(services, name, pagesWords.list.done[act === 'add' || act === 'remove' ? act : 'move'])
    if (!done || !name || !from || !revision || !version) return done
    const fields = { ...(from === '0' ? { intent: 'discard' } : { intent: 'reopen', from }), revision, version }
    return { ...done, undo: { action: recordPath(name), fields } }
  },
  'entry-moved': ([collection = '', id = '', way, past, version], services) => {
    const done = toContentNote(services, `${collection}/${id}`, entriesWords.moved)
    if (!done || !isCollectionName(collection) || !past || !version) return done
    const fields = { intent: way === 'up' ? 'down' : 'up', id, past, version }
    return { ...done, undo: { action: `/admin/${collection}`, fields } }
  },
  'patients-merged': ([id, change]) => toPatientDone(patientPage.done.merged, id, change),
  'patient-split': ([id, change]) => toPatientDone(patientPage.done.split, id, change),
  'patient-change-undone': () => ({ text: patientPage.done.undone }),
  'patient-phone-accepted': ([id, record]) => ({
    text: patientPage.done.phoneAccepted,
    undo: { action: `/admin/patients/${id}`, fields: { intent: 'undo-phone', record: record! } },
  }),
  'patient-phone-declined': ([id, record]) => ({
    text: patientPage.done.phoneDeclined,
    undo: { action: `/admin/patients/${id}`, fields: { intent: 'undo-phone', record: record! } },
  }),
  'patient-phone-undone': () => ({ text: patientPage.done.phoneUndone }),
  'patients-distinct': ([id, other]) => ({
    text: patientPage.done.distinct,
    undo: { action: `/admin/patients/${id}`, fields: { intent: 'undo-distinct', other: other! } },
  }),
  'patients-distinct-undone': () => ({ text: patientPage.done.distinctUndone }),
  'patient-note-added': () => ({ text: patientPage.done.noteAdded }),
  'patient-note-deleted': () => ({ text: patientPage.done.noteDeleted }),
  'patient-tagged': () => ({ text: patientPage.done.tagged }),
  'data-request-entered': () => ({ text: patientPage.requests.done.entered }),
  'data-request-decided': () => ({ text: patientPage.requests.done.decided }),
  'patient-erased': () => ({ text: patientPage.requests.done.erased }),
  'patient-untagged': () => ({ text: patientPage.done.untagged }),
  'plan-moved-by-staff': ([id, replaced = '', count, ...about]) => {
    const places = 3 * Number(count)
    const seen = about.slice(places)
    return {
      text: planWords.done.moved(Number(count), toMoment(seen[0])),
      undo: {
        action: `/admin/plans/${id}/move`,
        fields: { intent: 'undo', days: toMovedDays(about.slice(0, places)), seen: seen.join(), replaced },
      },
    }
  },
  'plan-moved-back': ([count]) => ({ text: planWords.done.movedBack(Number(count)) }),
  'plan-cancelled': ([day, count]) => ({
    text: planWords.done.cancelled(Number(count)),
    undo: { action: `/admin/appointments/${day}`, fields: { intent: 'undo' } },
  }),
  'plan-prepaid': ([id]) => ({
    text: planWords.done.prepaid,
    undo: { action: `/admin/plans/${id}`, fields: { intent: 'not-prepaid' } },
  }),
  'plan-not-prepaid': ([id]) => ({
    text: planWords.done.notPrepaid,
    // A mark alone; money that was taken off has to be entered again.
    ...(id && { undo: { action: `/admin/plans/${id}`, fields: { intent: 'prepaid' } } }),
  }),
  'plan-paid': () => ({ text: planWords.done.paid }),
  'plan-paid-back': () => ({ text: planWords.done.paidBack }),
  'picture-added': () => ({ text: picturesWords.added }),
  'picture-described': () => ({ text: picturesWords.saved }),
  'picture-removed': () => ({ text: picturesWords.removed }),
} satisfies Partial<
  Record<FlashName, (about: string[], services: Pick<Services, 'booking' | 'content'>) => Done | undefined>
>

/** The reverse of an act on several rows of a list. */
const toUndo = (action: string, chosen: string[], fields: Record<string, string>) => ({
  action,
  fields: { ...fields, [chosenField]: chosen.join(chosenSeparator) },
})

/** Undo shows the version before again. */
function toContentDone(
  services: Pick<Services, 'content'>,
  name: string | undefined,
  text: (page: string) => string,
  { from, version }: { from: string | undefined; version: string | undefined },
) {
  const done = toContentNote(services, name, text)
  if (!done || !name || !from || !version) return undefined
  return {
    ...done,
    undo: { action: recordPath(name), fields: { intent: 'restore', from, version } },
  }
}

const toContentNote = (
  { content }: Pick<Services, 'content'>,
  name: string | undefined,
  text: (page: string) => string,
) => (name && isContentName(name) && content.has(name) ? { text: text(content.titleOf(name)) } : undefined)

/** Undo takes a change of patients back. */
const toPatientDone = (text: string, id = '', change = '') => ({
  text,
  undo: { action: `/admin/patients/${id}`, fields: { intent: 'undo', change } },
})

/** Undo restores the hours before. */
const toHoursDone = (text: string, id = '', revision?: string) => ({
  text,
  ...(revision && { undo: { action: `/admin/hours/${id}`, fields: { intent: 'undo', revision } } }),
})

/** Boxes of a form that were checked. */
const toChecked = (prefix: string, names: string[]) =>
  Object.fromEntries(names.map((name) => [`${prefix}.${name}`, 'on']))

/** From when, with whom and in which room each day was. */
const toMovedDays = (parts: string[]) =>
  formatMovedDays(
    parts.flatMap((at, index) => {
      const [personId = '', room = '-'] = parts.slice(index + 1)
      return index % 3 === 0 ? [{ startsAt: Number(at), personId, roomId: room === '-' ? undefined : room }] : []
    }),
  )

/** 'Tuesday 10:30 am'. */
const toMoment = (at = '') => formatWeekdayTime({ startsAt: Number(at) }, clinicTimeZone)

/** Undefined where there is no choice. */
const toName = (booking: Services['booking'], who = '') => toResourceNames(booking, [`person:${who}`])[0]

const toRoom = (booking: Services['booking'], room = '') => toResourceNames(booking, [`room:${room}`])[0] ?? room

const idPattern = /^[\w/-]+$/

/** The act that led to this page, and how to undo it; once. */
export function takeDone(request: Request, context: RequestContext): Done | undefined {
  const flash = takeFlash(request, context, Object.keys(dones) as (keyof typeof dones)[])
  const about = flashAbout(request)?.split('.') ?? []
  return flash && about.every((part) => idPattern.test(part))
    ? dones[flash](about, context.get(servicesContext))
    : undefined
}
