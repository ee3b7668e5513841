import { z } from 'zod'
import { type CollectionName, getCollectionSchema } from '#app/domain/content/content-record.ts'
import type { TextField } from '#app/domain/content/content-schema.ts'
import { createEntry } from '#app/domain/content/entries.server.ts'
import { singleLine } from '#app/domain/shared/plain-text.server.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { submitForm } from '#app/http/submit.server.ts'
import { recordPath } from '#content/record-path.ts'
import { entriesWords as words, pagesWords } from './words.ts'

/** Begins an entry by the name that was typed. `taken`: addresses of something else. */
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
    const { who } = getActor(context)
    const name = await createEntry(services, { collection, title, ...(taken && { taken }), who, now: Date.now() })
    return redirectDone(context, typed, { record: recordPath(name), text: pagesWords.added })
  })
}
