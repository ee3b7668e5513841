import type { CollectionSchema } from '#app/domain/content/content-schema.ts'
import { plainLine, removed, weekdayNames } from './fields.ts'
import { payAheadFields } from './pay-ahead.ts'

const hours = Object.fromEntries(
  Array.from({ length: 15 }, (_, index) => {
    const hour = index + 7
    return [`${String(hour).padStart(2, '0')}:00`, hour === 12 ? '12 pm' : hour < 12 ? `${hour} am` : `${hour - 12} pm`]
  }),
)

const clocks = { any: 'Any time', ...hours } as Record<'any' | `${number}:00`, string>

/** Several days of treatments that are booked together. */
export const planTemplateSchema = {
  title: 'Plan template',
  named: 'title',
  list: {
    title: 'Plan templates',
    lead: 'Several days of treatments that patients book together. What is booked keeps its days, whatever you publish later.',
    add: 'Add a plan template',
    about: { label: 'Days', fields: ['steps'] },
  },
  fields: {
    title: plainLine('Name', 60),
    summary: { ...plainLine('Short text', 120), hint: 'Below its name, where patients choose it.' },
    description: { kind: 'text', label: 'Description', max: 600, plain: true },
    price: {
      ...plainLine('Price text', 60),
      key: true,
      hint: 'Of the whole plan, in words. What it costs is agreed on before treatment begins.',
    },
    payment: { kind: 'group', label: 'Payment in advance', check: 'pay-ahead', fields: payAheadFields },
    samePerson: { kind: 'switch', label: 'The same person gives all of it' },
    daysOff: {
      kind: 'choices',
      label: 'Days of the week without a treatment',
      hint: 'Besides the days on which you are closed.',
      options: weekdayNames,
    },
    available: { kind: 'switch', label: 'Patients can book it online' },
    ...removed,
    steps: {
      kind: 'list',
      label: 'Steps',
      each: 'Step',
      counts: { field: 'times', each: 'Day' },
      least: 1,
      most: 12,
      check: 'plan-steps',
      fields: {
        service: { kind: 'choice', label: 'Service', options: {}, from: 'services' },
        times: { kind: 'number', label: 'How many times', hint: 'Each on a day of its own.', least: 1, most: 40 },
        gapFrom: {
          kind: 'number',
          label: 'Days since the one before, at least',
          hint: '1: the next day. 2: after a day of rest. Days on which nothing is given are not counted.',
          least: 1,
          most: 60,
        },
        gapTo: { kind: 'number', label: 'Days since the one before, at most', least: 1, most: 60 },
        earliest: { kind: 'choice', label: 'Not before', options: clocks },
        latest: { kind: 'choice', label: 'Over by', options: clocks },
        minutes: {
          kind: 'number',
          label: 'Minutes',
          hint: '0: as long as the service. In steps of five.',
          least: 0,
          most: 480,
          step: 5,
        },
        together: { kind: 'number', label: 'People who give it together', least: 1, most: 4 },
        people: {
          kind: 'choices',
          label: 'Who can give it',
          hint: 'None checked: whoever gives the service.',
          from: 'team',
        },
        rooms: { kind: 'choices', label: 'Rooms', hint: 'None checked: those of the service.', from: 'rooms' },
      },
    },
  },
} as const satisfies CollectionSchema
