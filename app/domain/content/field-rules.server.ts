import { z } from 'zod'
import { sectionRules } from '#app/domain/clinic/section-rules.server.ts'
import { isSecureAddress, isSitePath } from '#app/domain/markdown/addresses.ts'
import { idOfPicture } from '#app/domain/pictures/picture.ts'
import { parseHex } from '#app/domain/theme/hex.ts'
import { mapColors, readColorLines } from '#app/domain/theme/color-lines.ts'
import { findColorProblems } from '#app/domain/theme/color-problems.ts'
import type { ThemeColors } from '#app/domain/theme/theme-colors.ts'
import { multiLine, singleLine } from '#app/domain/shared/plain-text.server.ts'
import { formatCents, formatRate } from '#app/domain/shared/money.ts'
import {
  type Choices,
  type Field,
  type Fields,
  type Group,
  type Leaf,
  type List,
  type NumberField,
  type TextField,
  toText,
} from './content-schema.ts'
import { entryId } from './entry-id.ts'
import { groupChecks } from './group-checks.ts'
import { type FieldProblem, listChecks } from './list-checks.ts'
import { toMarkdownRule } from './markdown-rule.server.ts'
import { findWrongPlaceholder } from './placeholders.ts'

/** What a field of a published record holds; the messages are for the editor. */
export function toRule(field: Field): z.ZodType {
  switch (field.kind) {
    case 'group':
      return toGroup(field)
    case 'list':
      return toList(field)
    case 'anchor':
      return z.string()
    case 'ids':
      return z.array(z.string())
    case 'flag':
      return z.boolean()
    case 'moment':
      return z.union([z.literal(''), z.iso.datetime()])
    case 'facts':
      return sectionRules[field.section]
    case 'number':
    case 'money':
    case 'percent':
      return z
        .int(`Write ${numberKinds[field.kind].stored}.`)
        .transform((value) => toText(field, value))
        .pipe(toLeafRule(field))
    case 'picture':
      // Some may be left out in a file: a plain drawing takes their place.
      return Object.hasOwn(field.options, 'plain') ? toStoredRule(field).optional() : toStoredRule(field)
    default:
      return toStoredRule(field)
  }
}

const toStoredRule = (field: Leaf) =>
  z
    .union(storedKinds)
    .transform((value) => toText(field, value))
    .pipe(toLeafRule(field))

const storedKinds = [
  z.string(),
  z.array(z.string()),
  z.number(),
  z.boolean(),
  z.record(z.string(), z.string()),
] as const

const toList = ({ fields, least = 0, most = Infinity, check }: List) => {
  const items = z.array(toObject(fields, toRule)).min(least).max(most)
  return check ? items.superRefine(report(listChecks[check])) : items
}

function toGroup({ fields, check }: Group) {
  const group = toObject(fields, toRule)
  return check ? group.superRefine(report(groupChecks[check])) : group
}

const report =
  <Value>(check: (value: Value) => FieldProblem[]) =>
  (value: Value, context: z.RefinementCtx) => {
    const [problem] = check(value)
    if (problem) context.addIssue({ code: 'custom', path: problem.at.split('.'), message: problem.sentence })
  }

/** What a field of a draft may hold: also what was typed and is no good yet. */
export function toDraftRule(field: Field): z.ZodType {
  if (field.kind === 'group') return toObject(field.fields, toDraftRule)
  if (field.kind === 'list') return z.array(toObject(field.fields, toDraftRule))
  return z.union(storedKinds)
}

const toObject = (fields: Fields, rule: (field: Field) => z.ZodType) =>
  z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, rule(field)])))

type LeafValue = string | number | boolean | string[] | ThemeColors

/** Of the text that is typed into the field. */
export function toLeafRule(field: Leaf): z.ZodType<LeafValue, string> {
  switch (field.kind) {
    case 'choice':
      return field.from
        ? z.string().regex(entryId, `Choose one for ‘${field.label}’.`)
        : z.enum(Object.keys(field.options), `Choose one for ‘${field.label}’.`)
    case 'picture':
      return z.string().refine(
        // Whether the library has it is not known here: see `readContentForm`.
        (typed) => Object.hasOwn(field.options, typed) || idOfPicture(typed) !== undefined,
        `Choose one for ‘${field.label}’.`,
      )
    case 'choices':
      return toChoicesRule(field)
    case 'colors':
      return colorsRule
    case 'switch':
      return z.enum(['on', '']).transform((typed) => typed === 'on')
    case 'number':
    case 'money':
    case 'percent':
      return toNumberRule(field)
    case 'markdown':
      return field.optional ? orBlank(toMarkdownRule(field)) : toMarkdownRule(field)
    default:
      return toTextRule(field)
  }
}

/** Without its options, the entries of a collection, only the form of their ids is checked. */
const toChoicesRule = ({ label, options }: Choices) =>
  z
    .string()
    .transform((typed) => [...new Set(typed.split(',').filter(Boolean))])
    .refine(
      (chosen) => chosen.every((id) => (options ? Object.hasOwn(options, id) : entryId.test(id))),
      `Choose from the list for ‘${label}’.`,
    )

/** Each as '#rrggbb'. The sentence is that of the first color; the form has one beside each. */
const colorsRule = z.string().transform((typed, context): ThemeColors => {
  const lines = readColorLines(typed)
  const [problem] = Object.values(findColorProblems(lines))
  if (problem === undefined) return mapColors(lines, (color) => parseHex(color)!)
  context.addIssue(problem)
  return z.NEVER
})

function toNumberRule({ kind, label, least, most, step = 1 }: NumberField) {
  const { format, parse, example } = numberKinds[kind]
  return z
    .string()
    .transform(parse)
    .pipe(z.number(`Enter ${example} for ‘${label}’.`))
    .refine((value) => value >= least && value <= most, `Enter ${format(least)} to ${format(most)}.`)
    .refine((value) => value % step === 0, `Enter a multiple of ${format(step)}.`)
}

const numberKinds = {
  number: { format: String, parse: parseWhole, example: 'a whole number', stored: 'a whole number' },
  money: {
    format: formatCents,
    parse: parseCents,
    example: 'dollars and cents, such as 12.50,',
    stored: 'a whole number of cents, such as 1250',
  },
  percent: {
    stored: 'a whole number of thousandths of a percent, such as 8875',
    format: formatRate,
    parse: parseRate,
    example: 'a percentage with at most three decimals, such as 8.875,',
  },
} satisfies Record<NumberField['kind'], unknown>

/** '12', '12.50' or '$1,200.50' in cents. */
function parseCents(typed: string) {
  const [, dollars, cents = '00'] = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{2}))?$/.exec(typed.trim()) ?? []
  return dollars === undefined ? undefined : Number(dollars.replaceAll(',', '') + cents)
}

function parseWhole(typed: string) {
  return /^\d{1,9}$/.test(typed.trim()) ? Number(typed.trim()) : undefined
}

/** '10', '8.875' or '10%' in thousandths of a percent. */
function parseRate(typed: string) {
  const [, percent, decimals = ''] = /^(\d{1,3})(?:\.(\d{1,3}))?\s*%?$/.exec(typed.trim() || '0') ?? []
  return percent === undefined ? undefined : Number(percent + decimals.padEnd(3, '0'))
}

function toTextRule(field: TextField) {
  const { label, min = 1, max, optional } = field
  const rule = {
    blank: `Enter the ${label.toLowerCase()}.`,
    most: max,
    tooLong: `Use at most ${max} characters, so that it fits its place.`,
  }
  const text = (field.kind === 'text' ? multiLine(rule) : singleLine(rule))
    .refine((typed) => typed.length >= min, `Use at least ${min} characters.`)
    .superRefine((typed, context) => {
      const message = findWrongPlaceholder(typed, field)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .refine(
      (typed) => field.kind !== 'address' || isSecureAddress(typed) || (!field.elsewhere && isSitePath(typed)),
      field.elsewhere
        ? 'Enter an address that begins with https://.'
        : 'Enter a page of this website, such as /services, or an address that begins with https://.',
    )
  return optional ? orBlank(text) : text
}

/** A union would hide the sentence about what is wrong. */
const orBlank = (rule: z.ZodType<string, string>) =>
  z.string().transform((typed, context) => {
    if (typed.trim() === '') return ''
    const { data = z.NEVER, error } = rule.safeParse(typed)
    if (error) context.addIssue(error.issues[0]!.message)
    return data
  })
