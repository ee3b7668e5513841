import type { ContentNow } from './content-now.server.ts'
import { type ContentName, getSource } from './content-record.ts'
import type { Choices, Field, Fields } from './content-schema.ts'

type Deps = Pick<ContentNow, 'list' | 'titleOf'>

/** The fields of a record as its form has them: where the entries of a collection are chosen from, with those entries. */
export const offeredFields = (content: Deps, name: ContentName): Fields => offer(content, getSource(name).schema.fields)

const offer = (content: Deps, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, offerField(content, field)]))

function offerField(content: Deps, field: Field): Field {
  if (field.kind === 'group' || field.kind === 'list') return { ...field, fields: offer(content, field.fields) }
  return field.kind === 'choices' && field.from ? toOptions(content, field, field.from) : field
}

const toOptions = (content: Deps, { kind, label, hint }: Choices, from: NonNullable<Choices['from']>): Choices => ({
  ...{ kind, label, ...(hint && { hint }) },
  options: Object.fromEntries(
    content
      .list(from)
      .filter(({ archived }) => !archived)
      .map(({ id }) => [id, content.titleOf(`${from}/${id}`)]),
  ),
})
