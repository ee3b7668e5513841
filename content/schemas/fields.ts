import type { Weekday } from '#app/domain/clinic/clinic.ts'
import type {
  Anchor,
  Flag,
  Group,
  MarkdownField,
  NumberField,
  PictureField,
  Switch,
  TextField,
} from '#app/domain/content/content-schema.ts'
import { photos, type PhotoName, plates, type PlateName } from '../pictures.ts'

// Fields that several records have.

export const weekdayNames = {
  sunday: 'Sunday',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
} satisfies Record<Weekday, string>

/** Why a text is fixed. */
export const fixed = {
  button: 'The name of this button is fixed, so that people find it everywhere.',
  emergency: 'This note is fixed, so that nobody in an emergency is sent anywhere else.',
  group: 'The name of this group is fixed, since services belong to it by this name.',
  menu: 'It’s the page’s name in the menus.',
}

/** What such a text says is what the program does. */
export const ofTheProgram = 'It says what this website does. Change the words as you like, but not the facts.'

export const heading = (label: string, max = 60) => ({ kind: 'line', label, max }) as const satisfies TextField

export const text = (label: string, max: number) => ({ kind: 'text', label, max }) as const satisfies TextField

/** Of what is also named where the clinic's facts are not at hand: in emails, lists and the audit trail. */
export const plainLine = (label: string, max: number) =>
  ({ kind: 'line', label, max, plain: true }) as const satisfies TextField

/** Of every collection: what was removed stays, since appointments and orders name it. */
export const removed = { archived: { kind: 'flag' } } as const satisfies Record<string, Flag>

/** Of what can be booked or bought. */
export const availability = {
  available: { kind: 'switch', label: 'Available (otherwise it’s shown as not available now)' },
  ...removed,
} as const satisfies Record<string, Switch | Flag>

export const taxRate = {
  kind: 'percent',
  label: 'Sales tax, in percent',
  least: 0,
  most: 30_000,
} as const satisfies NumberField

export const anchor = { kind: 'anchor' } as const satisfies Anchor

/** Texts with formatting. */
export const writing = (label: string, max = 1_000) =>
  ({ kind: 'markdown', label, max }) as const satisfies MarkdownField

/** A heading and what stands below it. */
export const section = (label: string) =>
  ({
    kind: 'group',
    label,
    fields: { id: anchor, heading: heading('Heading'), text: writing('Text') },
  }) as const satisfies Group

const href = { kind: 'address', label: 'Address', max: 200 } as const satisfies TextField

export const link = (label: string) =>
  ({ kind: 'group', label, fields: { text: { kind: 'line', label: 'Text', max: 60 }, href } }) as const satisfies Group

/** A link whose name checks and people rely on. */
export const fixedLink = (label: string, locked: string) =>
  ({
    kind: 'group',
    label,
    fields: { text: { kind: 'line', label: 'Text', max: 60, locked }, href: { ...href, locked } },
  }) as const satisfies Group

/** Shown in search engines and in the browser’s tab. */
export const seo = {
  kind: 'group',
  label: 'In search engines',
  fields: {
    title: { kind: 'line', label: 'Title', max: 60, hint: 'The clinic’s name is added after it.' },
    description: { kind: 'line', label: 'Description', min: 80, max: 160 },
  },
} as const satisfies Group

/** Of a page that search engines don't list. */
export const tab = (label = 'In the browser’s tab, and where a link is shared') =>
  ({
    kind: 'group',
    label,
    fields: {
      title: { kind: 'line', label: 'Title', max: 60, hint: 'The clinic’s name is added after it.' },
      description: { kind: 'line', label: 'Description', min: 40, max: 200 },
    },
  }) as const satisfies Group

const names = (pictures: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(pictures).map((name) => [name, capitalize(name.replaceAll('-', ' '))]))

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const photo = (shape: 'tall' | 'wide' = 'tall') =>
  ({
    kind: 'picture',
    label: 'Photograph',
    options: names(photos) as Record<PhotoName, string>,
    shape,
  }) as const satisfies PictureField

export const plate = (label = 'Picture') =>
  ({
    kind: 'picture',
    label,
    options: names(plates) as Record<PlateName, string>,
    shape: 'tall',
  }) as const satisfies PictureField
