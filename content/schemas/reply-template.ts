import type { CollectionSchema } from '#app/domain/content/content-schema.ts'
import { replyTemplates as words } from '../pages/admin-messages.ts'
import { plainLine, removed } from './fields.ts'

/** A text that staff inserts into replies to messages; what it names is filled in by app/domain/contact/reply-template.ts. */
export const replyTemplateSchema = {
  title: 'Reply template',
  named: 'title',
  saves: 'at-once',
  audit: {
    record: 'reply-template',
    added: 'reply-template.added',
    changed: 'reply-template.changed',
    removed: 'reply-template.deleted',
    restored: 'reply-template.restored',
  },
  list: {
    title: words.title,
    lead: words.lead,
    add: words.add,
    asks: { label: words.fields.title, blank: 'Enter a title.' },
    about: { label: words.fields.text, fields: ['text'] },
    // More than anyone looks through.
    most: { count: 50, error: words.tooMany },
  },
  fields: {
    title: { ...plainLine(words.fields.title, 60), anyBraces: true },
    text: {
      kind: 'text',
      label: words.fields.text,
      hint: words.hint,
      max: 4_000,
      plain: true,
      anyBraces: true,
    },
    ...removed,
  },
} as const satisfies CollectionSchema
