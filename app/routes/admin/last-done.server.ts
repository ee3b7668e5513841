import { subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import { isCollectionName, isContentName } from '#app/domain/content/content-record.ts'
import { recordPath } from '#content/record-path.ts'
import type { Done } from '#app/domain/shared/done.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { flashAbout, type FlashName, takeFlash } from '#app/http/flash.ts'
import { chosenField, chosenSeparator } from '#app/domain/shared/list-names.ts'
import type { Services } from '#app/services.server.ts'
import { appointmentTexts } from '#content/pages/admin-texts.ts'
import { entriesWords, pagesWords } from './pages/words.ts'
import { patientPage } from './patients/words.ts'
import { picturesWords } from '#content/pages/admin-pictures.ts'
import { subscribersPage } from './subscribers/words.ts'

/** By flash, from what it is about: an id, sometimes followed by statuses. Undefined for what no act of ours wrote. */
export const dones = {
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
  // Only the patient can agree again.
  'texts-ended': () => ({ text: appointmentTexts.done.ended }),
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
  'picture-added': () => ({ text: picturesWords.added }),
  'picture-described': () => ({ text: picturesWords.saved }),
  'picture-removed': () => ({ text: picturesWords.removed }),
} satisfies Partial<Record<FlashName, (about: string[], services: Pick<Services, 'content'>) => Done | undefined>>

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

const idPattern = /^[\w/-]+$/

/** The act that led to this page, and how to undo it; once. */
export function takeDone(request: Request, context: RequestContext): Done | undefined {
  const flash = takeFlash(request, context, Object.keys(dones) as (keyof typeof dones)[])
  const about = flashAbout(request)?.split('.') ?? []
  return flash && about.every((part) => idPattern.test(part))
    ? dones[flash](about, context.get(servicesContext))
    : undefined
}
