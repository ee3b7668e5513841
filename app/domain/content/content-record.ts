import { contentRecords } from '#content/schemas/all.ts'
import type { Values } from './content-schema.ts'

export type ContentName = keyof typeof contentRecords

/** The value of a record, as its pages get it. */
export type Content<Name extends ContentName> = Values<(typeof contentRecords)[Name]['schema']['fields']>

export const isContentName = (name: string): name is ContentName => Object.hasOwn(contentRecords, name)
