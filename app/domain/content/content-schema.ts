import type { records } from '#content/audit.ts'
import type { Act } from '#app/domain/audit/audit.server.ts'
import type { EmailKind } from '#app/domain/outbox/email-kinds.server.ts'
import { toColorLines } from '#app/domain/theme/color-lines.ts'
import type { ColorName, ThemeColors } from '#app/domain/theme/theme-colors.ts'
import type { groupChecks } from './group-checks.ts'
import type { listChecks } from './list-checks.ts'
import type { Section, SectionFacts } from '#app/domain/clinic/sections.ts'
import type { PictureShape, ShownPicture } from '#app/domain/pictures/picture.ts'

/** What the people of the clinic may change of a record of content/, and how it is checked. Labels are the editor's. */
export type ContentSchema = {
  title: string
  /** The page that shows it, or lists the entries of a collection. None if each person has a page of their own. */
  path?: string
  /**
   * Where visitors see what is their own: the page that its preview shows, with a sample. Of a collection, each entry has
   * such a page below it.
   */
  sample?: string
  /** It has the texts of these emails: its preview shows them, each with a sample. */
  emails?: readonly EmailKind[]
  /** Each entry of the collection has a page of its own below `path`. */
  ownPages?: true
  /** The field by which people call an entry of a collection. */
  named?: string | undefined
  fields: Fields
}

/**
 * `at-once`: what is saved counts, as it should where only the staff sees it. A form without drafts can't have the buttons
 * of a list, which keep what was typed before them. Otherwise it is a draft until it is published.
 */
type Saves =
  | {
      saves: 'at-once'
      fields: Readonly<Record<string, Exclude<Field, Group | List>>>
      /** What the audit trail calls an entry and its acts; otherwise it's a text of the website. */
      audit?: { record: keyof typeof records } & Record<'added' | 'changed' | 'removed' | 'restored', Act['act']>
    }
  | { saves?: undefined; audit?: undefined }

/** Of which there are several: each entry is a record of its own. */
export type CollectionSchema = ContentSchema &
  Saves & {
    named: string
    /** How the dashboard lists the entries. */
    list: {
      title: string
      lead: string
      /** The button that adds one. */
      add: string
      /** What that button asks for, and says when it is missing; otherwise a name. */
      asks?: { label: string; blank: string }
      /** Beside the name. */
      about: { label: string; fields: readonly string[] }
      /** How many there may be, besides the removed ones, and what the one too many hears. */
      most?: { count: number; error: string }
    }
  }

export type Fields = Readonly<Record<string, Field>>

export type Field =
  | TextField
  | MarkdownField
  | Choice
  | Choices
  | PictureField
  | ColorsField
  | Switch
  | NumberField
  | Anchor
  | Ids
  | Flag
  | Moment
  | FactsOf
  | Group
  | List

/** `line`: without line breaks. `address`: of this site, or https. */
export type TextField = {
  kind: 'line' | 'text' | 'address'
  label: string
  hint?: string
  /** Characters. */
  max: number
  min?: number
  /** May be empty. */
  optional?: true
  /** Of an `address`: not of this site. */
  elsewhere?: true
  /** No names in braces: it is shown where the clinic's facts are not at hand. */
  plain?: true
  /** Names in braces that the page fills in, besides the clinic's facts. */
  also?: readonly string[]
  /** Other names in braces stay as they are. */
  anyBraces?: true
  /** Names in braces without which it would say something wrong, or nothing. */
  requires?: readonly string[]
  /** Why it can't be changed here. */
  locked?: string
  /** Its text is looked up somewhere, so that a preview may not mark it. */
  key?: true
  /** What visitors type: nobody reads it, so that it can claim nothing. */
  typed?: true
}

/** Paragraphs with bold, italics, links, lists, quotes and pictures, stored as Markdown. */
export type MarkdownField = {
  kind: 'markdown'
  label: string
  hint?: string
  /** Characters, with those of the formatting. */
  max: number
  headings?: boolean
  /** No names in braces: it is shown where the clinic's facts are not at hand. */
  plain?: true
  /** Names in braces that the page fills in, besides the clinic's facts. */
  also?: readonly string[]
  /** Names in braces without which it would say something wrong, or nothing. */
  requires?: readonly string[]
  /** May be empty. */
  optional?: true
}

/** `from`: its options are the entries of a collection. */
export type Choice = {
  kind: 'choice'
  label: string
  hint?: string
  options: Readonly<Record<string, string>>
  from?: 'services'
}

/** One of the website's own pictures by its name, or one of the library, in the shape that fits its place. */
export type PictureField = Omit<Choice, 'kind' | 'from'> & { kind: 'picture'; shape: PictureShape }

/** As many of its options as apply, each a checkbox. `from`: they are the entries of a collection. */
export type Choices = { kind: 'choices'; label: string; hint?: string } & (
  | { options: Readonly<Record<string, string>>; from?: undefined }
  | { from: 'services' | 'rooms' | 'team'; options?: undefined }
)

/** The colors of a theme, one value, since only together they can be read or not. `colors`: the label of each. */
export type ColorsField = { kind: 'colors'; label: string; hint?: string; colors: Readonly<Record<ColorName, string>> }

/** A checkbox. */
export type Switch = { kind: 'switch'; label: string }

/**
 * `number`: a whole number. `money`: cents, edited as dollars. `percent`: thousandths of a percent, edited as percent; left
 * empty, it is 0. `blank`: of a new entry, instead of the least.
 */
export type NumberField = {
  kind: 'number' | 'money' | 'percent'
  label: string
  hint?: string
  least: number
  most: number
  /** It is a multiple of this. */
  step?: number
  blank?: number
}

/** Where links lead; nobody edits it. */
export type Anchor = { kind: 'anchor' }

/** The order of a collection; edited where it is listed. */
export type Ids = { kind: 'ids' }

/** Whether an entry was removed; its page has a button for it. */
export type Flag = { kind: 'flag' }

/** When an entry was first published, as '2026-11-26T18:30:00.000Z'; empty before, and in files that don't say it. */
export type Moment = { kind: 'moment' }

/** The facts of a section of the Clinic page, one value, since only together they can be right. That page has their form. */
export type FactsOf<Name extends Section = Section> = { kind: 'facts'; section: Name }

/** Fields that no form has. */
export type Unedited = Anchor | Ids | Flag | Moment | FactsOf

const unedited: Field['kind'][] = ['anchor', 'ids', 'flag', 'moment', 'facts']

export const isUnedited = (field: Field): field is Unedited => unedited.includes(field.kind)

export type Group = {
  kind: 'group'
  label: string
  /** What only its fields together show to be right or wrong; see group-checks. */
  check?: keyof typeof groupChecks
  fields: Fields
}

/**
 * Each item is called by its `each`. Without `most`, it has as many as content/ has. `counts`: what its items have more or
 * less of, if they are not counted themselves.
 */
export type List = {
  kind: 'list'
  label: string
  each: string
  least?: number
  most?: number
  counts?: { field: string; each: string }
  /** What only the items together show to be right or wrong; see list-checks. */
  check?: keyof typeof listChecks
  fields: Fields
}

export type Leaf = TextField | MarkdownField | Choice | Choices | PictureField | ColorsField | Switch | NumberField

/** The value that a schema describes. */
export type Values<Of extends Fields> = { [Name in keyof Of]: ValueOf<Of[Name]> }

type ValueOf<Of extends Field> = Of extends Group
  ? Values<Of['fields']>
  : Of extends List
    ? Values<Of['fields']>[]
    : Of extends { kind: 'choice'; from: string }
      ? string
      : Of extends Choice
        ? keyof Of['options'] & string
        : Of extends PictureField
          ? // As it is stored, always a text: one of the library is 'picture:ID' there.
            (keyof Of['options'] & string) | ShownPicture
          : Of extends Switch | Flag
            ? boolean
            : Of extends NumberField
              ? number
              : Of extends ColorsField
                ? ThemeColors
                : Of extends { kind: 'facts'; section: infer Name extends Section }
                  ? SectionFacts[Name]
                  : Of extends { kind: 'choices'; options: infer Options }
                    ? (keyof Options & string)[]
                    : Of extends Choices | Ids
                      ? string[]
                      : string

/** A field with its place in the record: 'statement.text', 'teasers.items.0.heading'. */
export type Place = { path: string; field: Leaf; value: string }

/** Every field of a record that is edited, in the order of its schema. */
export function listPlaces(fields: Fields, value: unknown, path = ''): Place[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const [at, inner] = [path + name, read(value, name)]
    if (field.kind === 'group') return listPlaces(field.fields, inner, `${at}.`)
    if (field.kind === 'list')
      return (Array.isArray(inner) ? inner : []).flatMap((item, index) =>
        listPlaces(field.fields, item, `${at}.${index}.`),
      )
    if (isUnedited(field)) return []
    return [{ path: at, field, value: toText(field, inner) }]
  })
}

/** The fields of `after` that `before` has not, or has otherwise. */
export function listChanged(fields: Fields, before: unknown, after: unknown): Place[] {
  const earlier = new Map(listPlaces(fields, before).map(({ path, value }) => [path, value]))
  return listPlaces(fields, after).filter(({ path, value }) => earlier.get(path) !== value)
}

/**
 * As it stands in its field: cents as '12.50', thousandths of a percent as '8.875', a checked box as 'on', the chosen ones
 * as 'monday,friday', a line for each color, 'plain' for a picture that a file leaves out. What was typed and is no number
 * yet stays as it is.
 */
export function toText(field: Leaf, value: unknown): string {
  const { kind } = field
  if (value === undefined && kind === 'picture' && Object.hasOwn(field.options, 'plain')) return 'plain'
  // Paragraphs that were published before they were one text.
  if (Array.isArray(value)) return value.join(kind === 'choices' ? ',' : '\n\n')
  if (typeof value === 'boolean') return value ? 'on' : ''
  if (typeof value === 'number') return numberToText(kind, value)
  if (kind === 'colors' && typeof value === 'object' && value !== null) return toColorLines(value)
  return typeof value === 'string' ? value : ''
}

function numberToText(kind: Leaf['kind'], value: number) {
  if (kind === 'money') return (value / 100).toFixed(2)
  return String(kind === 'percent' ? value / 1_000 : value)
}

const read = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
