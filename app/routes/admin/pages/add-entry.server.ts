import { z } from 'zod'
import { toBlank } from '#app/domain/content/blank.ts'
import { readContentForm } from '#app/domain/content/content-form.server.ts'
import { type CollectionName, getCollectionSchema, savesAtOnce } from '#app/domain/content/content-record.ts'
import type { TextField } from '#app/domain/content/content-schema.ts'
import { createEntry, listAsked } from '#app/domain/content/entries.server.ts'
import { singleLine } from '#app/domain/shared/plain-text.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { showForm, submitForm } from '#app/http/submit.server.ts'
import { recordPath } from '#content/record-path.ts'
import { showDone } from './answers.server.ts'
import { readLookups } from './edited.server.ts'
import { entriesWords as words, pagesWords } from './words.ts'

/** Begins an entry by the name that was typed, or saves it if its collection has no drafts. `taken`: addresses of something else. */
export function addEntry(
  context: RequestContext,
  collection: CollectionName,
  typed: Typed,
  taken?: ReadonlySet<string>,
) {
  const { list, fields, named } = getCollectionSchema(collection)
  const { blank } = list.asks ?? words
  const { max: most } = fields[named] as TextField
  const schema = z.object({ title: singleLine({ blank, most, tooLong: words.tooLong(most) }) })
  return submitForm(context, typed, { schema, failure: words.failure }, async ({ title }) => {
    const services = context.get(servicesContext)
    await services.content.reload()
    const { length } = services.content.list(collection).filter(({ archived }) => !archived)
    if (list.most && length >= list.most.count) return showForm(typed, 409, { error: list.most.error })
    const asked = listAsked(services.content, collection)
    const { value, errors } = readContentForm(asked, toBlank(asked), typed, await readLookups(services))
    if (Object.keys(errors).length > 0) return showForm(typed, 400, { fieldErrors: errors })
    const added = { collection, title, rest: value as object, ...(taken && { taken }), now: Date.now() }
    const name = await createEntry(services, getActor(context), added)
    if (!savesAtOnce(name)) return redirectDone(context, typed, { record: recordPath(name), text: pagesWords.added })
    const undo = { intent: 'restore', from: 0, version: 1 }
    return showDone(context, typed, { name, toText: pagesWords.atOnce.published, undo })
  })
}
