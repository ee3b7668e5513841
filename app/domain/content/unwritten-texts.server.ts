import type { ContentNow } from './content-now.server.ts'
import { type ContentName, getSource } from './content-record.ts'
import { listPlaces } from './content-schema.ts'
import { listNames } from './list-names.ts'
import { findTextPlaceholder } from './text-placeholders.ts'

/** A record on the website in which a placeholder still stands, with the first one. */
export type UnwrittenText = { name: ContentName; title: string; placeholder: string }

export const listUnwrittenTexts = (content: Pick<ContentNow, 'template' | 'list' | 'titleOf'>): UnwrittenText[] =>
  listNames(content).flatMap((name) => {
    const value = content.template(name)
    if ('archived' in value && value.archived === true) return []
    const [placeholder] = listPlaces(getSource(name).schema.fields, value).flatMap(
      (place) => findTextPlaceholder(place.field, place.value) ?? [],
    )
    return placeholder === undefined ? [] : [{ name, title: content.titleOf(name), placeholder }]
  })
