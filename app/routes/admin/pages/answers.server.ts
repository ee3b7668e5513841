import { data, redirect } from 'react-router'
import type { ClaimsQuestion } from '#app/domain/claims/claims-question.ts'
import { findDraft, type Shown } from '#app/domain/content/drafts.server.ts'
import { type ContentName, getSource, savesAtOnce } from '#app/domain/content/content-record.ts'
import { listPlaces } from '#app/domain/content/content-schema.ts'
import type { AddedPicture } from '#app/domain/pictures/picture-option.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone, type UndoFields } from '#app/http/done.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { recordPath } from '#content/record-path.ts'
import { pagesWords as words } from './words.ts'

/** `claims`: with the field in which they are, and what the button that was pressed does. */
export type Answer = {
  form: FormState
  claims?: ClaimsQuestion & { field: string; intent: string }
  /** What publishing makes unbookable, that in a form to compare, and what the button that was pressed does. */
  unbookable?: { text: string; asked: string; intent: string }
  /** What would still need what is removed, or can't be booked as it was before, that in a form to compare, and the act. */
  removal?: { text: string; asked: string; intent: 'remove' | 'put-back' | 'restore'; from?: string | undefined }
  /** The draft after it was saved by itself: its newest revision, in how many places it differs, and the clinic's clock. */
  autosaved?: { revision: number; changes: number; at: string }
  /** To the library, for the field that sent it. */
  added?: AddedPicture
}

/** The page again, with what was typed. */
export const answer = (typed: Typed, status: number, form: FormState, more: Omit<Answer, 'form'> = {}) =>
  data({ form: { values: typed, ...form }, ...more } satisfies Answer as Answer, { status })

/** What the form was drawn from, and what was typed over it. */
export type Typing = Shown & { name: ContentName; typed: Typed; shown: unknown; value: unknown }

/** Done already, by a press before this one. */
export const showPage = (name: ContentName) => redirect(recordPath(name), 303)

type Done = { name: ContentName; toText: (page: string) => string; undo?: UndoFields }

/** After an act on a record; of one that was never published its page alone says what it is. */
export function showDone(context: RequestContext, typed: Typed, { name, toText, undo }: Done) {
  const { content } = context.get(servicesContext)
  const text = content.has(name) ? toText(content.titleOf(name)) : undefined
  return redirectDone(context, typed, { record: recordPath(name), text, undo })
}

/**
 * Both texts in one form: what was typed here over what was published or saved meanwhile, and beside a text that both
 * changed, theirs. The form then goes over what it shows. A second press of the button is no conflict.
 */
export async function answerMeanwhile(context: RequestContext, { name, shown, value }: Typing) {
  const { content, database } = context.get(servicesContext)
  await content.reload()
  const { fields } = getSource(name).schema
  const read = (record: unknown) => new Map(listPlaces(fields, record).map((place) => [place.path, place.value]))
  const { draft } = await findDraft(database, name)
  const [base, theirs] = [read(shown), read(draft?.value ?? content.template(name))]
  const mine = [...read(value)].filter(([path, text]) => text !== base.get(path))
  if (mine.every(([path, text]) => text === theirs.get(path))) return showPage(name)
  const both = mine.flatMap(([path, text]) => {
    const their = theirs.get(path)
    return their === undefined || their === base.get(path) || their === text
      ? []
      : [[path, words.theirs(their)] as const]
  })
  // Of items that they removed.
  const withoutPlace = mine.filter(([path]) => !theirs.has(path)).map(([, text]) => text)
  const { meanwhileAdvice } = savesAtOnce(name) ? words.atOnce : words
  return answer(Object.fromEntries(mine), 409, {
    error: words.meanwhile,
    advice: [meanwhileAdvice, ...withoutPlace.map(words.withoutPlace)].join(' '),
    fieldErrors: Object.fromEntries(both),
  })
}
