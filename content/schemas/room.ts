import type { CollectionSchema } from '#app/domain/content/content-schema.ts'
import { plainLine, removed } from './fields.ts'

/** Where treatments are given: as many appointments at a time as there are rooms. Visitors don't see them. */
export const roomSchema = {
  title: 'Room',
  named: 'name',
  saves: 'at-once',
  list: {
    title: 'Rooms',
    lead: 'An appointment needs a free room and a free person. You choose the rooms of a service on its page under Services.',
    add: 'Add a room',
    about: { label: 'Note', fields: ['note'] },
  },
  fields: {
    name: { ...plainLine('Name', 40), hint: 'As your staff calls it. It stands in the calendar.' },
    note: { kind: 'text', label: 'Note for your staff', max: 300, plain: true, optional: true },
    ...removed,
  },
} as const satisfies CollectionSchema
