import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { plainLine, removed } from './fields.ts'

/** Where treatments are given: as many appointments at a time as there are rooms. Visitors don't see them. */
export const roomSchema = {
  title: 'Room',
  named: 'name',
  fields: {
    name: { ...plainLine('Name', 40), hint: 'As your staff calls it. It stands in the calendar.' },
    note: { kind: 'text', label: 'Note for your staff', max: 300, plain: true, optional: true },
    ...removed,
  },
} as const satisfies ContentSchema
