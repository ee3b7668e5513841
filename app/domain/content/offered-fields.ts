import type { ContentNow } from './content-now.server.ts'
import { type ContentName, getSource } from './content-record.ts'
import type { Choice, Choices, Field, Fields } from './content-schema.ts'

type Deps = Pick<ContentNow, 'list' | 'titleOf'>

/** The fields of a record as its form has them: where the entries of a collection are chosen from, with those entries. */
export const offeredFields = (content: Deps, name: ContentName): Fields =>
  offerFields(content, getSource(name).schema.fields)

export const offerFields = (content: Deps, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, offerField(content, field)]))

function offerField(content: Deps, field: Field): Field {
  if (field.kind === 'group' || field.kind === 'list') return { ...field, fields: offerFields(content, field.fields) }
  if (field.kind !== 'choices' && field.kind !== 'choice') return field
  const { from } = field
  if (!from) return field
  const { label, hint } = field
  return { kind: field.kind, label, ...(hint && { hint }), options: listOptions(content, from) }
}

const listOptions = (content: Deps, from: NonNullable<(Choice | Choices)['from']>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    content
      .list(from)
      .filter(({ archived }) => !archived)
      .map(({ id }) => [id, content.titleOf(`${from}/${id}`)]),
  )
