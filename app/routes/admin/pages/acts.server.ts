import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { findClaims } from '#app/domain/claims/find-claims.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { readContentForm } from '#app/domain/content/content-form.server.ts'
import { type ContentName, getSource, isEntryName, savesAtOnce } from '#app/domain/content/content-record.ts'
import { offeredFields } from '#app/domain/content/offered-fields.ts'
import { listChanged, type Place } from '#app/domain/content/content-schema.ts'
import { discardDraft, findRevision, rebaseDraft, saveDraft } from '#app/domain/content/drafts.server.ts'
import { editList } from '#app/domain/content/edit-list.ts'
import { publishContent, restoreContent } from '#app/domain/content/publish.server.ts'
import { scheduleDraft, unscheduleDraft } from '#app/domain/content/schedule.server.ts'
import { findVersion } from '#app/domain/content/versions.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import { returnField } from '#app/domain/shared/done.ts'
import { parseStartTime } from '#app/domain/shared/start-time.ts'
import { getActor } from '#app/http/admin.server.ts'
import { textOf } from '#app/domain/content/markdown-fields.ts'
import { askAboutClaims } from '#app/http/ask-about-claims.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import type { UndoFields } from '#app/http/done.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { actOn, submitIntent } from '#app/http/submit.server.ts'
import { answer, answerMeanwhile, showDone, showPage, type Typing } from './answers.server.ts'
import { readLookups } from './edited.server.ts'
import { addPictureIntent } from './picture-field.tsx'
import { askPerson, getRemoval, putBack, remove, takeOff } from './removal.server.ts'
import type { Services } from '#app/services.server.ts'
import { unbookableField } from './unbookable-note.tsx'
import { findUnbookable } from './unbookable.server.ts'
import { pagesWords as words } from './words.ts'

/** Every act on a record: its form posts the texts with it. */
export async function actOnRecord(context: RequestContext, name: ContentName, typed: Typed) {
  const withTyping =
    (act: (context: RequestContext, typing: Typing, errors: Record<string, string>) => Promise<Acted>) => async () => {
      const { errors, ...typing } = await readTyping(context, name, typed)
      return act(context, typing, errors)
    }
  // A button of a list stands in the form, whose `intent` is another one.
  if (typed.list !== undefined) return actOn(context, withTyping(changeList), typed)
  const acts = {
    publish: withTyping(publish),
    // Sent again after the session had ended: files aren't kept meanwhile.
    [addPictureIntent]: async () => answer({}, 400, { error: words.picture.again }),
    restore: () => restore(context, name, typed),
    remove: () => remove(context, name, typed),
    'put-back': () => putBack(context, name, typed),
  }
  const ofDrafts = {
    save: withTyping(save),
    autosave: withTyping(autosave),
    schedule: withTyping(schedule),
    unschedule: () => unschedule(context, name, typed),
    discard: () => discard(context, name, typed),
    reopen: () => reopen(context, name, typed),
  }
  const all: Partial<typeof ofDrafts> & typeof acts = savesAtOnce(name) ? acts : { ...acts, ...ofDrafts }
  return submitIntent(context, typed, all, { failure: words.failure })
}

type Acted = Response | ReturnType<typeof answer>

async function readTyping(
  context: RequestContext,
  name: ContentName,
  typed: Typed,
): Promise<Typing & { errors: Record<string, string> }> {
  const services = context.get(servicesContext)
  const { content, database, pictures } = services
  await Promise.all([content.reload(), pictures.reload()])
  const [over, revision] = [toNumber(typed.version), toNumber(typed.revision)]
  const draft = await findRevision(database, name, revision)
  const shown = draft
    ? await rebaseDraft(database, name, draft, over)
    : ((await findVersion(database.db, name, over)) ?? content.template(name))
  const fields = offeredFields(content, name)
  const lookups = await readLookups(services)
  return { name, typed, over, revision, shown, ...readContentForm(fields, shown, typed, lookups) }
}

async function publish(context: RequestContext, typing: Typing, errors: Record<string, string>) {
  const services = context.get(servicesContext)
  const { name, typed, over, revision, value } = typing
  if (Object.keys(errors).length > 0) return answer(typed, 400, { fieldErrors: errors })
  const changed = listChanged(getSource(name).schema.fields, services.content.template(name), value)
  const isNewest = over === services.content.versionOf(name)
  const { nothing, published: toText } = savesAtOnce(name) ? words.atOnce : words
  if (isUnchanged(typing, services.content.template(name)))
    return isNewest ? answer(typed, 400, { error: nothing }) : showPage(name)
  const unbookable = askUnbookable(services, typing, 'publish')
  if (unbookable) return unbookable
  const { asked, wereShown } = ask(typing, changed, 'publish')
  if (asked) return asked
  const change = { name, value, over, revision, claimsShown: wereShown, now: Date.now() }
  const published = await publishContent(services, getActor(context), change)
  if (!published.ok) return answerMeanwhile(context, typing)
  const undo = { intent: 'restore', from: over, version: published.version }
  return showDone(context, typed, { name, toText, undo })
}

async function save(context: RequestContext, typing: Typing) {
  const saved = await keep(context, typing, typing.value)
  if (!saved.ok) return answerMeanwhile(context, typing)
  return showDone(context, typing.typed, { name: typing.name, toText: words.saved })
}

/** While somebody types: the page stays as it is. */
async function autosave(context: RequestContext, typing: Typing) {
  const { name, value } = typing
  const saved = await keep(context, typing, value)
  if (!saved.ok) return answerMeanwhile(context, typing)
  const { content } = context.get(servicesContext)
  const changes = listChanged(getSource(name).schema.fields, content.template(name), value).length
  const now = Date.now()
  return answer(
    {},
    200,
    {},
    { autosaved: { revision: saved.revision, changes, at: clinicMoment(now, clinicTimeZone, now) } },
  )
}

/** What was typed is kept with it, and as a revision of its own before it, to which Undo leads. */
async function changeList(context: RequestContext, typing: Typing) {
  const { name, typed, over, value } = typing
  const changed = editList(getSource(name).schema.fields, value, typed.list ?? '')
  if (changed === undefined) return answer(typed, 400, { error: words.unknownItem })
  const isNew = !isUnchanged(typing, context.get(servicesContext).content.template(name))
  const before = isNew ? await keep(context, typing, value) : { ok: true as const, revision: typing.revision }
  const saved = before.ok && (await keep(context, { ...typing, revision: before.revision }, changed))
  if (!saved || !saved.ok) return answerMeanwhile(context, { ...typing, value: changed })
  // Where nothing was typed before, Undo discards the draft.
  const undo: UndoFields = isNew ? { intent: 'reopen', from: before.revision } : { intent: 'discard' }
  const act = typed.list?.split(' ')[0]
  return showDone(context, typed, {
    name,
    toText: words.list.done[act === 'add' || act === 'remove' ? act : 'move'],
    undo: { ...undo, revision: saved.revision, version: over },
  })
}

function keep(context: RequestContext, { name, over, revision }: Typing, value: unknown) {
  const { database } = context.get(servicesContext)
  return saveDraft(database, { name, value, over, revision, who: getActor(context).who, now: Date.now() })
}

async function schedule(context: RequestContext, typing: Typing, errors: Record<string, string>) {
  const services = context.get(servicesContext)
  const { name, typed, over, revision, value } = typing
  const time = parseStartTime(typed.publishAt ?? '', clinicTimeZone, Date.now())
  const fieldErrors = { ...errors, ...(!time.ok && { publishAt: time.error }) }
  if (!time.ok || Object.keys(errors).length > 0) return answer(typed, 400, { fieldErrors })
  const shown = services.content.template(name)
  if (isUnchanged(typing, shown)) return answer(typed, 400, { error: words.nothing })
  const changed = listChanged(getSource(name).schema.fields, shown, value)
  const unbookable = askUnbookable(services, typing, 'schedule')
  if (unbookable) return unbookable
  const { asked, wereShown } = ask(typing, changed, 'schedule')
  if (asked) return asked
  const scheduling = { name, value, over, revision, publishAt: time.startsAt, claimsShown: wereShown, now: Date.now() }
  const saved = await scheduleDraft(services, getActor(context), scheduling)
  return saved.ok ? showDone(context, typed, { name, toText: words.scheduled }) : answerMeanwhile(context, typing)
}

/** Services that nobody would give any more: the person is asked before they are published. */
function askUnbookable({ content }: Services, { name, typed, value }: Typing, intent: 'publish' | 'schedule') {
  const unbookable = findUnbookable(content, name, value as object)
  if (!unbookable || typed[unbookableField] === unbookable.asked) return undefined
  return answer(typed, 409, {}, { unbookable: { ...unbookable, intent } })
}

async function unschedule(context: RequestContext, name: ContentName, typed: Typed) {
  const services = context.get(servicesContext)
  const revision = toNumber(typed.revision)
  const isOff = await unscheduleDraft(services, getActor(context), { name, revision })
  return isOff ? showDone(context, typed, { name, toText: words.unscheduled }) : showPage(name)
}

async function discard(context: RequestContext, name: ContentName, typed: Typed) {
  const services = context.get(servicesContext)
  const revision = toNumber(typed.revision)
  const before = await findRevision(services.database, name, revision)
  const discarded = await discardDraft(services, getActor(context), { name, revision, now: Date.now() })
  if (!discarded.ok) return answer(typed, 409, { error: words.savedMeanwhile })
  const undo = { intent: 'reopen', from: revision, revision: discarded.revision, version: before?.over ?? 0 }
  return showDone(context, typed, { name, toText: words.discarded, undo })
}

/** Undoes `discard`. */
async function reopen(context: RequestContext, name: ContentName, typed: Typed) {
  const { database } = context.get(servicesContext)
  const draft = await findRevision(database, name, toNumber(typed.from))
  if (!draft) return answer({}, 404, { error: words.unknownVersion })
  const { who } = getActor(context)
  const [over, revision] = [toNumber(typed.version), toNumber(typed.revision)]
  const saved = await saveDraft(database, { name, value: draft.value, over, revision, who, now: Date.now() })
  return saved.ok
    ? showDone(context, typed, { name, toText: words.saved })
    : answer({}, 409, { error: words.meanwhile })
}

const restoreForm = z.object({ from: z.coerce.number().int().min(0) })

async function restore(context: RequestContext, name: ContentName, typed: Typed) {
  const services = context.get(servicesContext)
  const checked = restoreForm.safeParse(typed)
  if (!checked.success) return answer({}, 400, { error: words.unknownVersion })
  const { from } = checked.data
  // One that was made here has no original text: it was not on the website.
  if (from === 0 && isEntryName(name) && !getSource(name).isDelivered) return takeOff(context, name, typed)
  // In one in which it was removed, something may still need it, as when it is removed by its button.
  const before = await findVersion(services.database.db, name, from)
  if (before?.archived === true && getRemoval(services, name)?.isRemoved === false) return remove(context, name, typed)
  // Undo, which leads back to where it was pressed, is not asked about.
  const isUndo = typed[returnField] !== undefined
  const asked = before && !isUndo && askPerson(services, name, { typed, value: before, intent: 'restore' })
  if (asked) return asked
  const over = toNumber(typed.version)
  const restored = await restoreContent(services, getActor(context), { name, from, over, now: Date.now() })
  if (restored.ok) {
    const undo = { intent: 'restore', from: over, version: restored.version }
    return showDone(context, typed, { name, toText: words.restored, undo })
  }
  if (restored.reason === 'changed-meanwhile') return answer({}, 409, { error: words.meanwhile })
  return answer({}, 404, { error: words.unknownVersion })
}

/** The question about claims in the changed texts, unless it was answered, or visitors don't see them. */
function ask({ name, typed }: Typing, changed: Place[], intent: string) {
  if (savesAtOnce(name)) return { wereShown: false }
  const { asked, wereShown } = askAboutClaims(changed.map(textOf).join('\n\n'), typed)
  if (!asked) return { wereShown }
  const field = changed.find((place) => findClaims(textOf(place)).length > 0)?.path ?? changed[0]!.path
  return { asked: answer(typed, 400, {}, { claims: { ...asked, field, intent } }), wereShown }
}

const isUnchanged = ({ value }: Typing, published: unknown) => isDeepStrictEqual(value, published)

/** An invalid number counts as an outdated one. */
const toNumber = (typed = '') => (/^\d{1,9}$/.test(typed) ? Number(typed) : -1)
