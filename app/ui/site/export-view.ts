import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { ExportSection } from '#app/domain/person-export/export-section.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { ExportItem, ExportValue } from '#app/domain/shared/data-subject.ts'
import { emailNames } from '#content/pages/admin-mail.ts'
import { myDataPage as words } from '#content/pages/my-data.ts'

/** A name with its value in words, or with further items. */
export type ShownRow = { name: string; text: string; items?: undefined } | { name: string; items: ShownRow[][] }

export type ShownSection = { id: string; heading: string; items: ShownRow[][] }

/** A copy of a person's data, for a page. */
export const toShownSections = (sections: readonly ExportSection[]): ShownSection[] =>
  sections
    .filter(({ items }) => items.length > 0)
    .map(({ name, items }) => ({ id: `copy-${name}`, heading: words.sections[name], items: items.map(toRows) }))

const toRows = (item: ExportItem): ShownRow[] =>
  Object.entries(item).flatMap(([name, value]) =>
    value === undefined ? [] : (toRow(toLabel(name), codes.has(name) ? toWords(value) : value) ?? []),
  )

/** What the program calls things; the file has them as they are. */
const codes = new Set(['kind', 'status'])

const toWords = (code: ExportValue): ExportValue =>
  typeof code !== 'string'
    ? code
    : isEmailKind(code)
      ? emailNames[code]
      : code.replaceAll('-', ' ').replace('cancelled', 'canceled')

const isEmailKind = (code: string): code is keyof typeof emailNames => Object.hasOwn(emailNames, code)

function toRow(name: string, value: ExportValue): ShownRow | undefined {
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined
    const texts = value.filter((one) => typeof one === 'string')
    if (texts.length > 0) return { name, text: texts.join(', ') }
    return { name, items: value.filter((one) => typeof one !== 'string').map(toRows) }
  }
  if (typeof value === 'boolean') return { name, text: value ? words.yes : words.no }
  const text =
    typeof value === 'object' ? formatClinicMoment(value.epochMilliseconds, clinicTimeZone) : trimLines(String(value))
  return text === '' ? undefined : { name, text }
}

/** The signature of an email begins with a line that ends in a space. */
const trimLines = (text: string) => text.replaceAll(/[^\S\n]+$/gm, '').trim()

/** 'bookedAt' -> 'Booked at'. */
function toLabel(name: string) {
  const spaced = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.slice(0, 1).toUpperCase() + spaced.slice(1)
}
